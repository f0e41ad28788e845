import { problemOf } from '../../shared/api/problem.ts'
import type { BulkFailure } from './bulk-failures.tsx'

/** Requests on their way at once: so that many skills take a slow network not many times as long as one. */
const atOnce = 4

interface Named {
  readonly id: string
  readonly name: string
}

interface Outcome<Skill> {
  readonly done: readonly Skill[]
  readonly failures: readonly BulkFailure[]
}

/** Does the same to each, beginning in their order; one that fails never stops the rest, and each is told. */
export async function eachSkill<Skill extends Named>(
  skills: readonly Skill[],
  act: (skill: Skill) => Promise<unknown>,
  onDone: (done: number) => void = () => {},
): Promise<Outcome<Skill>> {
  const failed = new Map<Skill, string>()
  const waiting = skills.values()
  let settled = 0
  async function work(): Promise<void> {
    for (const skill of waiting) {
      try {
        await act(skill)
      } catch (error) {
        const { message, hint } = problemOf(error)
        failed.set(skill, hint ? `${message} ${hint}` : message)
      }
      settled += 1
      onDone(settled)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return {
    done: skills.filter((skill) => !failed.has(skill)),
    failures: skills.flatMap((skill) => {
      const message = failed.get(skill)
      return message === undefined ? [] : [{ id: skill.id, name: skill.name, message }]
    }),
  }
}
