import { isDeepStrictEqual } from 'node:util'
import { ProblemError } from '@repertoire/core/base'
import { isReadOnlyField } from '@repertoire/protocol'
import type { z } from 'zod'

/** What a PUT or PATCH sends, beside what GET would give now. */
export interface SentBack<Update extends z.ZodObject> {
  /** The schema of the body, made by `acceptReadOnly`. */
  readonly update: Update
  readonly body: z.output<Update>
  readonly current: object
  /** Read-only fields that change by themselves between a GET and a PUT. */
  readonly volatile: readonly string[]
  /** The first part of the problem's code. */
  readonly resource: string
  /** Where read-only fields are changed. */
  readonly hint?: string
}

/**
 * The changes that a PUT or PATCH asks for: what GET gave may be sent back, so fields with their current value
 * change nothing. Throws ProblemError `….read-only-field` for a read-only field with another value.
 */
export function changedFields<Update extends z.ZodObject>(
  request: SentBack<Update>,
): Partial<z.output<Update>> {
  const { update, body, current, volatile } = request
  const now = JSON.parse(JSON.stringify(current)) as Readonly<Record<string, unknown>>
  const changed = Object.entries(body).filter(
    ([field, value]) => !volatile.includes(field) && !isDeepStrictEqual(value, now[field]),
  )
  const readOnly = changed.map(([field]) => field).filter((field) => isReadOnlyField(update, field))
  if (readOnly.length > 0) throw readOnlyFields(request, readOnly)
  return Object.fromEntries(changed) as Partial<z.output<Update>>
}

function readOnlyFields(
  { resource, hint = '' }: Pick<SentBack<z.ZodObject>, 'resource' | 'hint'>,
  fields: readonly string[],
): ProblemError {
  const names = fields.join(', ')
  return new ProblemError({
    code: `${resource}.read-only-field`,
    kind: 'invalid',
    message: `${names} cannot be set here, and ${fields.length === 1 ? 'has' : 'have'} another value than now. Nothing was changed.`,
    hint: `Leave ${names} out, or send the value that GET gives. ${hint}`.trimEnd(),
    details: { fields: [...fields] },
  })
}
