import { detectLicence } from '@repertoire/skill-md/licence'
import { expect, it } from 'vitest'
import { similarityReason } from './inbox-entry.ts'

const file = (path: string, content: string) => {
  return { path, bytes: new TextEncoder().encode(content), executable: false }
}
const reasonFor = (license: string) => {
  const skill = file('SKILL.md', `---\nname: a\nlicense: ${license}\n---\n`)
  const beside = file('LICENSE', 'SPDX-License-Identifier: MIT\n')
  return similarityReason({
    ...{ baseDigest: null, isDetached: false, waitsForAge: false, proposal: null },
    ...{ licenceDecision: 'ask', signature: 'unsigned' },
    addedPermissions: { tools: [], scripts: [], hosts: [], environment: [], packages: [] },
    trust: {
      scan: { ruleset: '1', verdict: 'clean', findings: [], unscanned: [] },
      licence: detectLicence([skill, beside], []),
    },
  } as never)
}

it('names a licence as the reason only where nothing else that is unknown is claimed', () => {
  expect(reasonFor('all yours, whatever')).toBe('licence ask unknown')
  expect(reasonFor('GPL-3.0-only')).toBe('licence ask GPL-3.0-only + MIT')
})
