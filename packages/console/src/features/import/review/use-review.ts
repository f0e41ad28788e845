import type { ImportReview } from '@repertoire/protocol'
import { useEffect, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { problemOf } from '../../../shared/api/problem.ts'
import type { FoundSkill } from '../discover-skills.ts'
import { askReview } from './ask-review.ts'

export interface Review {
  /** By the path a skill was found at; more of them come while it is asked. */
  readonly byPath: ReadonlyMap<string, ImportReview>
  /** What a reader of a skill would not see, in words, by the path it was found at. */
  readonly marks: ReadonlyMap<string, readonly string[]>
  readonly asking: boolean
  /** Why the server could not say; an import may still work. */
  readonly trouble: string
}

const nothing: Review = { byPath: new Map(), marks: new Map(), asking: true, trouble: '' }

/** What the server would make of the skills found, for that scope. */
export function useReview(skills: readonly FoundSkill[], scope: 'org' | 'user'): Review {
  const [review, setReview] = useState<Review>(nothing)
  useEffect(() => {
    const abort = new AbortController()
    setReview(nothing)
    const settle = (trouble: string) => {
      if (!abort.signal.aborted) setReview((now) => ({ ...now, asking: false, trouble }))
    }
    askReview(skills, {
      scope,
      signal: abort.signal,
      post: (body, signal) => api.skills.reviewImport(body, signal),
      onMarks: (path, words) =>
        setReview((now) => ({ ...now, marks: new Map([...now.marks, [path, words] as const]) })),
      onResults: (results) =>
        setReview((now) => ({
          ...now,
          byPath: new Map([...now.byPath, ...results.map((one) => [one.path, one] as const)]),
        })),
    }).then(
      () => settle(''),
      (error: unknown) => settle(problemOf(error).message),
    )
    return () => abort.abort()
  }, [skills, scope])
  return review
}
