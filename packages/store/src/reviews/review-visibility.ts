import type { ProposalAudience, ReviewAudience } from '@repertoire/core/domain'
import type { ExpressionBuilder } from 'kysely'
import type { Schema } from '../database/schema.ts'

/** The SQL condition of core's `isVisibleRevision`. */
export function isVisibleTo(audience: ReviewAudience) {
  return (eb: ExpressionBuilder<Schema, 'held_arrivals'>) => {
    if (audience === 'server') return eb.lit(true)
    const isImport = eb('proposed_for', '=', '')
    return audience === 'imports' ? isImport : eb.or([isImport, isProposalFor(audience)(eb)])
  }
}

/** The same without imports; of one person alone it is found by the index of the person. */
export function isProposalFor({ person, organisation }: ProposalAudience) {
  return (eb: ExpressionBuilder<Schema, 'held_arrivals'>) => {
    const own = eb('proposed_for', '=', person)
    return organisation ? eb.or([own, eb('skill_scope', '=', 'org')]) : own
  }
}
