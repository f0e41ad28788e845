import { truncate } from '@repertoire/skill-md'
import { z } from 'zod'
import { withoutControls } from '../http/quoted.ts'

const text = (max: number) =>
  z.string().transform((value) => withoutControls(truncate(value, max * 2)).slice(0, max))

/** Text that is shown: without control characters, shortened; a wrong type counts as none. */
export const shownText = (max: number) => text(max).catch('')

/** A licence in the words of the registry; a longer text is no name of one, and cut off it could name another. */
export const licenceText = z.string().max(200).catch('')

/** Of a skill in its registry; goes into paths of requests, always encoded. */
export const slugText = z
  .string()
  .max(100)
  .regex(/^[\p{L}\p{N}_][\p{L}\p{N}_.: +@-]*$/u)
  .refine((value) => !value.includes('..'))

/** `owner/repository`, or a host with a path. */
export const sourceText = z
  .string()
  .max(200)
  .regex(/^\w[\w.:-]*(?:\/\w[\w.-]*){0,3}$/)
  .refine((value) => !value.includes('..'))

/** An http or https address; null for anything else. */
export const webAddress = z
  .string()
  .max(2000)
  .transform((value) => URL.parse(value))
  .transform((url) => (url && /^https?:$/.test(url.protocol) ? url.href : null))
  .catch(null)

export const count = z.number().int().nonnegative().nullable().catch(null)

/** The valid items of a list; the others are left out. */
export function validItems<Item>(list: readonly unknown[], schema: z.ZodType<Item>): Item[] {
  return list.flatMap((item) => {
    const parsed = schema.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })
}
