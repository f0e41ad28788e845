import { expect, it } from 'vitest'
import type { Approval } from '../../domain/approval.ts'
import { timeToAnswer } from './time-to-answer.ts'

const minutes = (type: Approval['type']) =>
  timeToAnswer({ type }, { approvalTtlMinutes: 60 }) / 60_000

it('A7: only a change of a skill or packages stays open for 30 days', () => {
  expect(minutes('skill_change')).toBe(30 * 24 * 60)
  expect(minutes('package_installation')).toBe(30 * 24 * 60)
  expect(minutes('tool_call')).toBe(60)
})
