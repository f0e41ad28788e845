import { z } from 'zod'

/** A variable that is set to nothing counts as not set. */
export const emptyAsAbsent = (value: unknown): unknown => (value === '' ? undefined : value)

/** Any text. */
export const text = z.preprocess(emptyAsAbsent, z.string().optional())

/** A number of which every refusal names the whole range. */
export function wholeNumber(min: number, max = Number.MAX_SAFE_INTEGER) {
  const range =
    max === Number.MAX_SAFE_INTEGER
      ? `of ${min.toLocaleString('en')} or more`
      : `from ${min.toLocaleString('en')} to ${max.toLocaleString('en')}`
  const error = `must be a whole number ${range}`
  return z.coerce.number({ error }).int(error).min(min, error).max(max, error)
}

/** One of a few words. */
export function oneOf<const Words extends readonly [string, ...string[]]>(words: Words) {
  return z.enum(words, { error: `must be ${listed(words)}` })
}

/** An address over HTTP. */
export function httpUrl() {
  return z.url({ protocol: /^https?$/, error: 'must be an address with http:// or https://' })
}

/** Text with a limit. */
export function textUpTo(characters: number) {
  return z.string().max(characters, `must have at most ${characters} characters`)
}

/** Entries between commas. Of each, `read` makes what it stands for, or null where it is wrong. */
export function listOf<Item>(read: (item: string) => readonly Item[] | null, fault: string) {
  return z.preprocess(
    emptyAsAbsent,
    z
      .string()
      .default('')
      .transform((list, context) =>
        list.split(',').flatMap((written, at) => {
          const item = written.trim()
          const values = item === '' ? [] : read(item)
          if (values === null) context.addIssue(`entry ${at + 1} ${fault}`)
          return values ?? []
        }),
      ),
  )
}

function listed(words: readonly string[]): string {
  return [words.slice(0, -1).join(', '), words.at(-1)].filter((part) => part !== '').join(' or ')
}
