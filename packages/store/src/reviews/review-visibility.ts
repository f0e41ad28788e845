import type { ReviewAudience } from '@repertoire/core'
import type { ExpressionBuilder } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** The SQL condition of core's `isVisibleRevision`. */
export function isVisibleTo(audience: ReviewAudience) {
  return (eb: ExpressionBuilder<Schema, 'held_arrivals'>) => {
    if (audience === 'server') return eb.lit(true)
    const isImport = eb('proposed_for', '=', '')
    if (audience === 'imports') return isImport
    const own = eb('proposed_for', '=', audience.person)
    const ofOrganisation = audience.organisation ? [eb('skill_scope', '=', 'org')] : []
    return eb.or([isImport, own, ...ofOrganisation])
  }
}
