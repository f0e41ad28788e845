import type { LoggedQuery } from '@repertoire/core/domain'
import type { LoggedQueryBody } from '@repertoire/protocol'

const dayMs = 86_400_000

export function toLoggedQueryBody(logged: LoggedQuery): LoggedQueryBody {
  const { query, searches, results, bySurface, lastDay } = logged
  const day = new Date(lastDay * dayMs).toISOString().slice(0, 10)
  return { query, searches, results, by_surface: { ...bySurface }, last_day: day }
}
