import { ProblemError } from '../../base/errors.ts'

/** The refusal of a dependency file. `where`: `requirements.txt, line 3`. */
export function requirementDenied(where: string, why: string): ProblemError {
  return new ProblemError({
    code: 'layer.requirement-refused',
    kind: 'unsupported',
    message: `${where}: ${why} Nothing was installed or run.`,
    hint: 'Packages are taken by name from the index the operator has set, and from nowhere else.',
    details: { where },
  })
}
