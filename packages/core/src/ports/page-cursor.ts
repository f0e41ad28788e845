import { ProblemError } from '../base/errors.ts'
import type { Page, PageRequest } from './pages.ts'

/** The sort key of the last item: the content of a keyset cursor. */
export type CursorKey = readonly (string | number)[]

export const maxPageSize = 200

/** Encodes a sort key as opaque base64url text. */
export function encodeCursor(key: CursorKey): string {
  const bytes = new TextEncoder().encode(JSON.stringify(key))
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/**
 * Decodes a cursor; `shape` has the type of each part. Throws ProblemError `request.bad-cursor` for every
 * cursor that {@link encodeCursor} cannot have produced for this shape.
 */
export function decodeCursor(cursor: string, shape: readonly ('string' | 'number')[]): CursorKey {
  const key = parseCursor(cursor)
  const fits =
    Array.isArray(key) &&
    key.length === shape.length &&
    shape.every((type, index) => fitsPart(type, key[index]))
  if (!fits) throw badCursor()
  return key
}

/** Throws ProblemError `request.bad-limit` unless `limit` is an integer from 1 to {@link maxPageSize}. */
export function checkPageRequest(page: PageRequest): void {
  if (Number.isInteger(page.limit) && page.limit >= 1 && page.limit <= maxPageSize) return
  throw new ProblemError({
    code: 'request.bad-limit',
    kind: 'invalid',
    message: `A page has 1 to ${maxPageSize} items.`,
    details: { limit: String(page.limit), max: maxPageSize },
  })
}

/** Makes a page of `rows`, which contain one more than `limit` when there is a next page. */
export function pageOf<Item>(
  rows: readonly Item[],
  limit: number,
  keyOf: (item: Item) => CursorKey,
): Page<Item> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  const more = rows.length > limit && last !== undefined
  return { items, nextCursor: more ? encodeCursor(keyOf(last)) : null }
}

/** Refuses numbers and texts that databases cannot represent. */
function fitsPart(type: 'string' | 'number', part: unknown): boolean {
  if (type === 'number') return Number.isSafeInteger(part)
  return typeof part === 'string' && !part.includes('\0')
}

function parseCursor(cursor: string): unknown {
  try {
    const binary = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw badCursor()
  }
}

function badCursor(): ProblemError {
  return new ProblemError({
    code: 'request.bad-cursor',
    kind: 'invalid',
    message: 'The page cursor cannot be read.',
    hint: 'Pass the cursor that came with the previous page unchanged, or none to start from the beginning.',
  })
}
