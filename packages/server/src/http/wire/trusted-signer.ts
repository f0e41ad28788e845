import { ProblemError } from '@repertoire/core/base'
import type { TrustedSigner } from '@repertoire/core/domain'
import { signerProblem } from '../../ingestion/signatures/signer-problem.ts'

/** A signer as somebody wrote it. Throws ProblemError `settings.signer-invalid`. */
export function trustedSignerOf({
  name,
  pem,
  identity = null,
}: Pick<TrustedSigner, 'name' | 'pem'> & {
  readonly identity?: string | null | undefined
}): TrustedSigner {
  const signer = { name, pem: `${pem.trim()}\n`, identity }
  const problem = signerProblem(signer)
  if (problem) throw new ProblemError(problem)
  return signer
}
