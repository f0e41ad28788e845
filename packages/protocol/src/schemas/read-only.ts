import { z } from '@hono/zod-openapi'

const readOnlyField = z.unknown().optional()

/**
 * The body of a PUT or PATCH: the writable fields, and the other fields of `full`, which GET gave and which are
 * accepted with their current value. The type names the writable fields only.
 */
export function acceptReadOnly<Writable extends z.ZodRawShape>(
  writable: Writable,
  full: z.ZodObject,
): z.ZodObject<Writable, z.core.$strict> {
  const readOnly = Object.keys(full.shape)
    .filter((field) => !Object.hasOwn(writable, field))
    .map((field) => [field, readOnlyField])
  return z.strictObject({ ...Object.fromEntries(readOnly), ...writable })
}

/** Whether a field of such a body can only be sent back as it is. */
export function isReadOnlyField(update: z.ZodObject, field: string): boolean {
  return update.shape[field] === readOnlyField
}

/** The OpenAPI description of such a body. */
export const acceptsReadOnly = {
  description: 'What GET gave may be sent back: read-only fields are accepted unchanged.',
}
