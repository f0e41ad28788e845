import { z } from '@hono/zod-openapi'
import { nonBlank, timestampSchema } from './common.ts'

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, 'A name has no control characters.')

export const organisationSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    created_at: timestampSchema,
    deleted_at: timestampSchema.nullable(),
    kept_until: timestampSchema
      .nullable()
      .describe('When a deleted one is removed for good; until then it can be restored.'),
  })
  .openapi('Organisation')

export const organisationCreateSchema = z
  .strictObject({ name, owner: nonBlank(200).default('Owner') })
  .openapi('OrganisationCreate')

export const organisationUpdateSchema = z.strictObject({ name }).openapi('OrganisationUpdate')

export const organisationCreatedSchema = organisationSchema
  .extend({
    key: z.string().describe('The API key of its first owner. It is shown only now.'),
  })
  .openapi('OrganisationCreated')

export type OrganisationBody = z.infer<typeof organisationSchema>
export type OrganisationCreate = z.input<typeof organisationCreateSchema>
export type OrganisationCreated = z.infer<typeof organisationCreatedSchema>
