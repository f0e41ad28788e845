import type { RevisionDigest } from '@repertoire/core/base'
import { expect, test } from 'vitest'
import { createSkillDiagnostics } from './skill-diagnostics.ts'

const sound = '---\nname: a\ndescription: Does a thing.\n---\nText.'
const contentOf = (source: string) => ({ source, body: '' })
const digest = (text: string) => text as RevisionDigest

test('each revision has its own diagnostics, the same when repeated', () => {
  const diagnosticsOf = createSkillDiagnostics()
  const broken = '---\nname: A B\n---\n'
  const first = diagnosticsOf(digest('1'), contentOf(broken))
  expect(first.length).toBeGreaterThan(0)
  expect(diagnosticsOf(digest('2'), contentOf(sound))).toEqual([])
  expect(diagnosticsOf(digest('1'), contentOf(broken))).toEqual(first)
})

test('a bounded number of revisions is cached, the most recently used ones', () => {
  const diagnosticsOf = createSkillDiagnostics()
  const asked = diagnosticsOf(digest('kept'), contentOf(sound))
  const gone = diagnosticsOf(digest('gone'), contentOf(sound))
  for (let number = 0; number < 499; number += 1) {
    diagnosticsOf(digest(`other-${number}`), contentOf(sound))
    if (number === 250) diagnosticsOf(digest('kept'), contentOf(sound))
  }
  expect(diagnosticsOf(digest('kept'), contentOf(sound))).toBe(asked)
  expect(diagnosticsOf(digest('gone'), contentOf(sound))).not.toBe(gone)
})
