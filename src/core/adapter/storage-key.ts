import { text } from '../form/check.ts'
import { type OptionsForm, readOptions } from '../form/options.ts'
import { checkOwner, type Owner } from '../session/owner.ts'

/** First part of all keys, with the version of the stored form. Values of other versions are not read. */
const version = 'ctxc:2:'

/** Owner and conversation whose keys are wanted. */
export interface StoragePrefixOptions {
  /** Owner that the calls named; without it, the keys of calls that named no owner. */
  readonly owner?: Owner | undefined
  /** Id of one conversation; without it, the keys of all conversations of the owner. */
  readonly conversation?: string | undefined
}

const form: OptionsForm<StoragePrefixOptions> = { takes: { owner: checkOwner, conversation: text } }

/**
 * Returns the text with which the keys of an owner, or of one conversation, begin in a `storage`. Delete the keys with
 * this prefix if your storage has no method `keys`, so that `forget` cannot list them. No other owner has such a key.
 *
 * @example
 * import { storagePrefix } from 'ctxc/store'
 *
 * console.log(storagePrefix({ owner: { app: 'docs', user: 'ada' } })) // ctxc:2:docs/ada/
 * // Postgres: delete from contexts where starts_with(key, $1); Redis: SCAN 0 MATCH ctxc:2:docs/ada/*
 */
export function storagePrefix(options: StoragePrefixOptions): string {
  const { owner, conversation } = readOptions(form, options, 'storagePrefix')
  const names = [owner?.app ?? '', owner?.user ?? '', ...(conversation === undefined ? [] : [conversation])]
  return `${version}${names.map(escapeName).join('/')}/`
}

/** Characters that separate names, or that a pattern of Redis reads, and surrogates that are no text in UTF-8. */
const special = /[%/*?[\]\\]|\p{Surrogate}/gu

const escapeName = (name: string): string =>
  name.replace(special, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
