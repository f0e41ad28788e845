import type { ImportResult } from '@repertoire/protocol'
import { packageLimits } from '@repertoire/skill-md'
import type { FoundSkill } from './discover-skills.ts'

type Problem = NonNullable<ImportResult['problem']>

const tooLarge: Problem = {
  code: 'package.too-large',
  message: `The files of the skill are larger than ${formatLimit(packageLimits.packageBytes)} together.`,
  hint: 'Leave out what the skill does not need, or split it into several skills.',
}

/** Why the server would refuse it for its size, which is known before anything is sent. */
export function sizeProblem({ size }: Pick<FoundSkill, 'size'>): Problem | undefined {
  return size > packageLimits.packageBytes ? tooLarge : undefined
}

/** A limit in the unit that it is set in. */
export function formatLimit(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`
}
