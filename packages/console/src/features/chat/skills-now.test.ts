import { expect, it } from 'vitest'
import { skillsNow } from './skills-now.ts'

it('A14: takes the limit as it was read last, and the rest from the log', () => {
  const logged = { enabled_skills: [], budget_used_chars: 900, budget_max_chars: 16_000 }
  const read = { enabled_skills: [], budget_used_chars: 0, budget_max_chars: 20_000 }
  expect(skillsNow(logged, read)).toEqual({ ...logged, budget_max_chars: 20_000 })
  expect(skillsNow(null, read)).toEqual(read)
  expect(skillsNow(logged, undefined)).toEqual(logged)
})
