import { messages } from './messages.ts'

/** The languages of the compiler's messages that are written in ideographs, kana or hangul. */
export const cjkLanguages = ['zh-cn', 'zh-tw', 'ja', 'ko']

/** The compiler's messages in Chinese, Japanese and Korean. */
export const cjk = (): string[] => [...new Set(cjkLanguages.flatMap(messages))]
