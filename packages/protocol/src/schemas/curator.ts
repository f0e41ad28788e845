import { z } from '@hono/zod-openapi'
import { timestampSchema } from './common.ts'
import { scopeSchema } from './skills.ts'

export const idleSkillSchema = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    scope: scopeSchema,
    idle_days: z.number().int().describe('Whole days since the last use or change.'),
    archived: z.boolean().describe('Whether it is archived now.'),
  })
  .openapi('IdleSkill')

const sweepFields = {
  at: timestampSchema,
  skills: z.array(idleSkillSchema).describe('Skills visible to you.'),
  others: z.number().int().describe('Number of further skills that belong to other people.'),
}

/** Result of one sweep of the curator. */
export const sweepSchema = z
  .object({ id: z.string(), dry_run: z.boolean(), ...sweepFields })
  .openapi('Sweep')

export const curatorSchema = z
  .object({
    archive_after_days: z.number().int().describe('0 disables the curator.'),
    last_looked_at: timestampSchema
      .nullable()
      .describe('By the responding process; null before its first sweep.'),
    next_look_at: timestampSchema.nullable(),
    last_sweep: z
      .object({ id: z.string(), ...sweepFields })
      .nullable()
      .describe('The latest sweep that archived anything.'),
  })
  .openapi('Curator')

export const sweepRequestSchema = z
  .strictObject({ dry_run: z.boolean().default(false).describe('Report only; archive nothing.') })
  .openapi('SweepRequest')

export const sweepUndoneSchema = z
  .object({
    restored: z.array(z.string()).describe('Ids of the unarchived skills.'),
  })
  .openapi('SweepUndone')

export type IdleSkillBody = z.infer<typeof idleSkillSchema>
export type SweepBody = z.infer<typeof sweepSchema>
export type CuratorBody = z.infer<typeof curatorSchema>
export type SweepRequest = z.input<typeof sweepRequestSchema>
export type SweepUndone = z.infer<typeof sweepUndoneSchema>
