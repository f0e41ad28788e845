import type { SourceConfig } from '@repertoire/core/domain'
import { remoteProblem } from '../http/remote-problems.ts'

/** A source was given to a reader of another kind. */
export function unsupportedKind(kind: SourceConfig['kind']) {
  return remoteProblem('source', 'unsupported', {
    message: `This reader does not read sources of the kind "${kind}".`,
  })
}
