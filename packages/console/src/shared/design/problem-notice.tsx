import { problemOf } from '../api/problem.ts'
import { Notice } from './notice.tsx'

interface ProblemNoticeProps {
  readonly error: unknown
  /** What to do where somebody else changed it in the meantime. */
  readonly whenStale?: string
}

/** Why something could not be done, in the server's own words. */
export function ProblemNotice({ error, whenStale }: ProblemNoticeProps) {
  const problem = problemOf(error)
  return (
    <Notice tone="bad" urgent title={problem.message}>
      {(problem.status === 412 && whenStale) || problem.hint}
    </Notice>
  )
}
