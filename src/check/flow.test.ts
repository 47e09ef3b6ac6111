import { agent, flow, S } from 'ctxc'
import { expect, test } from 'vitest'

const program = {
  kind: 'pipeline',
  members: [
    S.capture('q'),
    agent({ name: 'classifier', instruction: 'Classify for {user:name}.', outputKey: 'intent' }),
    {
      kind: 'route',
      key: 'intent',
      ways: [
        {
          is: 'a"]\nend',
          member: agent({ name: 'x"]\n  end\u001b', outputKey: 'k', includeContents: 'none' }),
        },
      ],
      other: agent({ name: 'desk', subAgents: [agent({ name: 'below' })] }),
    },
    { kind: 'loop', members: [agent({ name: 'writer', instruction: '{k} {intent}' })], until: null, max: 3 },
  ],
} as const

test('what each member reads, writes and sees', () => {
  expect(flow(program).text).toMatchInlineSnapshot(`
    "pipeline
      S.capture
        writes q
      agent 'classifier'
        reads user:name (from outside)
        writes intent
        sees all but what reaches it through the state
      route by intent
        is "a\\"]\\nend": agent 'x"] end·'
          writes k
          sees the current turn; words of 'classifier'
        otherwise: agent 'desk'
          sees all but what reaches it through the state; words of 'classifier', 'below'
          agent 'below'
            sees all but what reaches it through the state; words of 'classifier', 'desk'
      loop, at most 3 rounds
        agent 'writer'
          reads k (from 'x"] end·', if at all); intent (from 'classifier')
          sees all but what reaches it through the state; words of 'desk', 'below'; not those of 'classifier', 'x"] end·'
    "
  `)
})

test('as a diagram, to which no name adds anything', () => {
  expect(flow(program).mermaid).toMatchInlineSnapshot(`
    "flowchart TD
      subgraph m0["pipeline"]
        m1["S.capture"]
        m2["'classifier'"]
        subgraph m3["route by intent"]
          m4["is #34;a#92;#34;#93;#92;nend#34;: 'x#34;#93; end·'"]
          m5["otherwise: 'desk'"]
          m6["'below'"]
          m5 -. hands over .- m6
        end
        subgraph m7["loop, at most 3 rounds"]
          m8["'writer'"]
        end
        m1 --> m2
        m2 --> m3
        m3 --> m7
      end
      m2 -. "intent" .-> m3
      m4 -. "k" .-> m8
      m2 -. "intent" .-> m8
    "
  `)
})

test('the same program gives the same', () => {
  expect(flow(program)).toEqual(flow(program))
})
