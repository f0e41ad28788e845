import { z } from '@hono/zod-openapi'
import { timestampSchema } from './common.ts'
import { scopeSchema } from './skills.ts'

export const idleSkillSchema = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    scope: scopeSchema,
    idle_days: z.number().int().describe('Whole days since it was last used or changed.'),
    archived: z.boolean().describe('Whether it is in the archive now.'),
  })
  .openapi('IdleSkill')

const sweepFields = {
  at: timestampSchema,
  skills: z.array(idleSkillSchema).describe('Those you may see.'),
  others: z.number().int().describe('How many more were other people’s own.'),
}

/** What one walk of the curator came to (D9). */
export const sweepSchema = z
  .object({ id: z.string(), dry_run: z.boolean(), ...sweepFields })
  .openapi('Sweep')

export const curatorSchema = z
  .object({
    archive_after_days: z.number().int().describe('0: it does nothing.'),
    last_looked_at: timestampSchema
      .nullable()
      .describe('By the process that answers; null before its first walk.'),
    next_look_at: timestampSchema.nullable(),
    last_sweep: z
      .object({ id: z.string(), ...sweepFields })
      .nullable()
      .describe('The newest that archived anything.'),
  })
  .openapi('Curator')

export const sweepRequestSchema = z
  .strictObject({ dry_run: z.boolean().default(false).describe('Only look; archive nothing.') })
  .openapi('SweepRequest')

export const sweepUndoneSchema = z
  .object({
    restored: z.array(z.string()).describe('Ids of the skills that are in the library again.'),
  })
  .openapi('SweepUndone')

export type IdleSkillBody = z.infer<typeof idleSkillSchema>
export type SweepBody = z.infer<typeof sweepSchema>
export type CuratorBody = z.infer<typeof curatorSchema>
export type SweepRequest = z.input<typeof sweepRequestSchema>
export type SweepUndone = z.infer<typeof sweepUndoneSchema>
