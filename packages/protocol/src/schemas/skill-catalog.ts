import { z } from '@hono/zod-openapi'

const fields = {
  label: z.string().trim().min(1).max(200).describe('Shown in the catalogue.'),
  repo_url: z
    .string()
    .min(1)
    .max(2_000)
    .describe('The address of a repository on github.com: its owner and name, nothing below.'),
  ref: z.string().max(200).describe('Branch, tag or commit; empty for the default branch.'),
  enabled: z.boolean().describe('Whether it is offered.'),
}

/** A repository of the catalogue, as document D has it: a source of the type `github`. */
export const catalogSourceSchema = z
  .object({
    id: z.string().describe('Of the source, as in `/api/v1/skills/sources`.'),
    ...fields,
  })
  .openapi('CatalogSource')

export const catalogSourceListSchema = z
  .object({ items: z.array(catalogSourceSchema) })
  .openapi('CatalogSourceList')

export const catalogSourceCreateSchema = z
  .strictObject({
    ...fields,
    ref: fields.ref.nullish(),
    enabled: fields.enabled.default(true),
  })
  .openapi('CatalogSourceCreate')

/** Absent fields stay. */
export const catalogSourceUpdateSchema = z
  .strictObject({
    label: fields.label.optional(),
    repo_url: fields.repo_url.optional(),
    ref: fields.ref.nullish(),
    enabled: fields.enabled.optional(),
  })
  .openapi('CatalogSourceUpdate')

export const catalogInstallSchema = z
  .strictObject({
    source_id: z
      .string()
      .max(2_500)
      .describe('Of the item, as the catalogue has it; or our id of its source, with the path.'),
    path: z.string().min(1).max(2_000).optional().describe('Of the item in its source.'),
    digest: z
      .string()
      .regex(/^sha256:[0-9a-f]{64}$/)
      .optional()
      .describe('What you read. Without it only a new skill that is clean is installed.'),
  })
  .openapi('CatalogInstall')

/** A member asked for it; it waits for an owner or admin. */
export const catalogWaitingSchema = z
  .object({
    arrival_id: z.string(),
    slug: z.string(),
    digest: z.string(),
    state: z.string(),
  })
  .openapi('CatalogWaiting')

export type CatalogWaiting = z.infer<typeof catalogWaitingSchema>
export type CatalogSourceBody = z.infer<typeof catalogSourceSchema>
export type CatalogSourceList = z.infer<typeof catalogSourceListSchema>
export type CatalogSourceCreate = z.input<typeof catalogSourceCreateSchema>
export type CatalogSourceUpdate = z.input<typeof catalogSourceUpdateSchema>
export type CatalogInstall = z.input<typeof catalogInstallSchema>
