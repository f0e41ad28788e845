/**
 * Repertoire inside your own program: a store, one skill, and the session's budget, without a server.
 * Run it with `node embed.ts` where the packages are installed, or in a clone with
 * `node --conditions=repertoire-source docs/examples/embed.ts`.
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  activeSkillOf,
  createInProcessSegmentBuilder,
  createSkill,
  createSkillSearch,
  defaultSettings,
  emptySession,
  judgeLicence,
  type PackageAssessor,
  type Principal,
  reduceSession,
  renderSystemPrompt,
  rolePermissions,
  type TenantId,
  type UserId,
} from '@repertoire/core'
import { defaultScanPolicy, type LicenceReport } from '@repertoire/skill-md'
import { detectLicence } from '@repertoire/skill-md/licence'
import { scannerRuleset, scanPackage } from '@repertoire/skill-md/scan'
import { openStore } from '@repertoire/store'

const clock = { now: () => Date.now() }
const ids = {
  next: (prefix: string) => `${prefix}_${randomUUID()}`,
  traceId: () => randomUUID().replaceAll('-', ''),
}
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')

const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-embedded-'))
const store = await openStore({ dataDir, clock, ids, sha256 })

// Who acts: in your program this comes from your own login.
const tenantId = 'ten_acme' as TenantId
const userId = 'usr_ada' as UserId
await store.directory.createTenant({ id: tenantId, name: 'Acme', createdAt: clock.now() })
const tenant = store.tenant(tenantId)
await tenant.members.create({ id: userId, name: 'Ada', role: 'owner', createdAt: clock.now() })
const principal: Principal = {
  tenantId,
  userId,
  role: 'owner',
  permissions: rolePermissions('owner'),
}

// What comes in is judged: by the scanner, and by your licence policy.
const judged = (licence: LicenceReport) => judgeLicence(licence, defaultSettings.licencePolicy)
const judge: PackageAssessor = {
  ruleset: async () => scannerRuleset,
  judge: async ({ files, licences = [] }) => {
    const licence = detectLicence(files, licences)
    const { decision, reason } = judged(licence)
    const signature = { status: 'unsigned', signer: null, detail: 'Not looked at.' } as const
    const scan = scanPackage(files)
    return { scan, licence, licenceDecision: decision, licenceReason: reason, signature }
  },
  policiesOn: async (licence) => ({
    ...{ licence: judged(licence), isSignatureRequired: false },
    scanPolicy: defaultScanPolicy,
  }),
}

// Arrive and keep.
await createSkill(
  { store: tenant, clock, ids, sha256, judge },
  { principal, traceId: ids.traceId() },
  {
    content: `---
name: postgres-triage
description: Finds out why a Postgres database is slow.
---
1. Look at locks.
2. Look at long queries.`,
    overrides: {},
    scope: 'org',
    enabled: true,
    reason: 'first version',
  },
)

// Choose.
const search = createSkillSearch({ store, segments: createInProcessSegmentBuilder() })
const [hit] = await search.search(tenantId, userId, { text: 'the database is slow', limit: 5 })
const skill = hit && (await tenant.skills.get(userId, hit.skillId))
if (!skill) throw new Error('nothing fits')

// Use: the session decides whether it fits the budget; the prompt gets its block.
const decision = reduceSession(
  emptySession,
  { type: 'activate', skill: activeSkillOf(skill) },
  { settings: defaultSettings },
)
if (!decision.ok) throw new Error(decision.refusal.message)
const content = await tenant.skills.content(userId, skill.id, skill.head.digest)
const prompt = renderSystemPrompt({
  organisationPolicies: '',
  toolsetInstructions: 'Answer briefly.',
  skills: [{ name: skill.head.name, body: content?.body ?? '' }],
})
process.stdout.write(`${prompt.join('\n\n')}\n`)

search.close()
await store.close()
rmSync(dataDir, { recursive: true })
