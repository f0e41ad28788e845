import { ProblemError } from '@repertoire/core/base'
import { notFound } from '../base/not-found.ts'

export function collectionNotFound(): ProblemError {
  return notFound('collection.not-found', 'There is no such collection.')
}

export function collectionChanged(): ProblemError {
  return new ProblemError({
    code: 'collection.changed',
    kind: 'conflict',
    message:
      'The skills of the collection have changed since this list was read. Nothing was promoted.',
    hint: 'Read what it has now, and promote that. To go back, set production back to an earlier promotion.',
  })
}

export function promotionNotFound(): ProblemError {
  return new ProblemError({
    code: 'collection.promotion-not-found',
    kind: 'not-found',
    message: 'The collection has no promotion of this number.',
    hint: 'List its promotions: the newest 50 are kept.',
  })
}
