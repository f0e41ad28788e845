import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { TenantId, UserId } from '../../base/ids.ts'
import { createFixedClock } from '../../testing/fixed-clock.ts'
import { createInMemoryStore } from '../../testing/in-memory-store.ts'
import { ingestedPackage } from '../../testing/ingested-package.ts'
import { areWrittenHere } from './untrusted-input.ts'

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
const person = 'usr_1' as UserId
const program = 'svc_1' as UserId

/** A skill that these wrote, one after the other. */
async function skillBy(...authors: readonly UserId[]) {
  const store = createInMemoryStore({ clock: createFixedClock() })
  const tenantId = 'org_1' as TenantId
  await store.directory.createTenant({ id: tenantId, name: 'Acme', createdAt: 0 })
  const tenant = store.tenant(tenantId)
  const { members, skills } = tenant
  await members.create({ id: person, name: 'Ada', role: 'owner', kind: 'person', createdAt: 0 })
  await members.create({ id: program, name: 'CI', role: 'admin', kind: 'service', createdAt: 0 })
  const arrivals = authors.map((author, at) => {
    const written = ingestedPackage({ frontmatter: 'name: a', body: `As we do: ${at}.` }, sha256)
    return { ...written, author, origin: { ...written.origin, provenance: 'authored' as const } }
  })
  for (const arrival of arrivals) await skills.save([arrival], 'upsert')
  const { items } = await skills.list(person, {}, { limit: 1 })
  const isWrittenHere = () =>
    areWrittenHere(
      { store: tenant, viewer: person },
      items.map(({ id }) => id),
    )
  return { members, isWrittenHere }
}

describe('a skill of the organisation', () => {
  it.each([
    [[person], true],
    [[person, person], true],
    [[program], false],
    [[program, person], false],
    [[person, program, person], false],
  ])('that %j wrote is of persons: %s', async (authors, isOfPersons) => {
    const { isWrittenHere } = await skillBy(...authors)
    expect(await isWrittenHere()).toBe(isOfPersons)
  })

  it('stays a program’s when its account is removed, and a person’s when they leave', async () => {
    const ofProgram = await skillBy(program)
    await ofProgram.members.remove(program)
    expect(await ofProgram.isWrittenHere()).toBe(false)
    const left = 'usr_2' as UserId
    expect(await (await skillBy(left)).isWrittenHere()).toBe(true)
  })
})
