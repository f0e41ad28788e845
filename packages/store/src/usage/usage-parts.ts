import type { UsageQuery } from '@repertoire/core/ports'

export const daysOfWeek = 7 as const

/** Epoch weeks: they begin on a Thursday, as the first day did. */
export function weekOf(day: number): number {
  return day - (day % daysOfWeek)
}

/** A range of days within one table. In a table of weeks, `day` is the first of each. */
export interface UsagePart {
  readonly table:
    | 'usage_contributions'
    | 'usage_daily'
    | 'usage_daily_skills'
    | 'usage_weekly'
    | 'usage_weekly_skills'
  readonly fromDay: number
  readonly toDay: number
}

/** The tables with the fewest rows that together tell: whole weeks, and the days before and after them. Pure. */
export function partsOf(query: UsageQuery): readonly UsagePart[] {
  const { fromDay, toDay, by, person, agentId, model } = query
  if (person !== null) return [{ table: 'usage_contributions', fromDay, toDay }]
  const isOfAll = agentId === undefined && model === undefined
  const isBySkill = by === 'skill' || by === 'revision'
  const isOfSkills = isBySkill && isOfAll
  const table = isOfSkills ? 'usage_daily_skills' : 'usage_daily'
  const firstWeek = weekOf(fromDay + daysOfWeek - 1)
  const afterWeeks = weekOf(toDay + 1)
  if (by === 'day' || firstWeek >= afterWeeks) return [{ table, fromDay, toDay }]
  const weeks = isOfSkills ? 'usage_weekly_skills' : 'usage_weekly'
  const parts: readonly UsagePart[] = [
    { table, fromDay, toDay: firstWeek - 1 },
    { table: weeks, fromDay: firstWeek, toDay: afterWeeks - 1 },
    { table, fromDay: afterWeeks, toDay },
  ]
  return parts.filter((part) => part.fromDay <= part.toDay)
}
