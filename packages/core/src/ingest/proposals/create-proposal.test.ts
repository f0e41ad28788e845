import { createHash } from 'node:crypto'
import { loadSkillMd } from '@repertoire/skill-md'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunId } from '../../base/ids.ts'
import type { Sha256 } from '../../base/sha256.ts'
import { assessedImport } from '../../testing/ingested-package.ts'
import {
  acceptProposal,
  createProposalFixture,
  draft,
  problem,
  rejectProposal,
} from '../../testing/proposal-fixture.ts'
import { ingestPackage } from '../packages/ingest-package.ts'
import { updateSkill } from '../skills/update-skill.ts'
import { agentOrigin, createProposal } from './create-proposal.ts'

const sha256: Sha256 = (data) => createHash('sha256').update(data).digest('hex')
const organisation = () => createProposalFixture(sha256)

describe('D5: skills that an agent proposes', () => {
  it('a proposal is pending, writes no skill, and records its origin', async () => {
    const { proposed, everySkill, audit } = await organisation()
    const proposal = await proposed({ whenToUse: 'On Fridays.', allowedTools: ['Read', 'Bash'] })
    expect(await everySkill()).toEqual([])
    expect(proposal).toMatchObject({
      slug: 'deploy',
      state: 'held',
      proposal: {
        ...{ person: 'usr_ann', conversationId: 'cnv_usr_ann', runId: 'run_1' },
        ...{ scope: null, reason: 'It worked.' },
      },
      skillId: null,
      baseDigest: null,
      ...{ verdict: 'clean', alike: 'proposal' },
    })
    const loaded = loadSkillMd(proposal.skillMd)
    expect(loaded.ok && loaded.document.fields).toMatchObject({
      name: 'deploy',
      whenToUse: 'On Fridays.',
      allowedTools: ['Read', 'Bash'],
    })
    expect(await audit()).toEqual(['proposal-created'])
  })

  it('a repeated call gives the same proposal, also after its decision', async () => {
    const { deps, ann, agentOf, audit } = await organisation()
    const services = agentOf(ann)
    const first = await createProposal(services, draft)
    expect(await createProposal(services, { ...draft })).toEqual(first)
    if (first.status !== 'proposed') throw new Error(first.status)
    await rejectProposal(deps, ann, first.held)
    const later = await createProposal(services, draft)
    expect(later).toMatchObject({ status: 'proposed', held: { state: 'rejected' } })
    expect(await audit()).toEqual(['proposal-rejected', 'proposal-created'])
  })

  it('what a person rejected is not asked about again, and the agent is told why', async () => {
    const { deps, ann, agentOf } = await organisation()
    const services = agentOf(ann)
    const first = await createProposal(services, draft)
    if (first.status !== 'proposed') throw new Error(first.status)
    await rejectProposal(deps, ann, { ...first.held, note: 'Name the port, too.' })
    const later = { ...services, runId: 'run_2' as RunId }
    await expect(createProposal(later, draft)).rejects.toMatchObject({
      problem: {
        code: 'proposal.rejected',
        message: expect.stringContaining('Name the port, too.'),
        details: { proposal_id: first.held.id },
      },
    })
    const better = { ...draft, instructions: 'Use port 8080.' }
    expect(await createProposal(later, better)).toMatchObject({ status: 'proposed' })
  })

  it('different calls, runs and texts give different proposals', async () => {
    const { ann, agentOf, deps } = await organisation()
    const services = agentOf(ann)
    await createProposal(services, draft)
    await createProposal({ ...services, runId: 'run_2' as RunId }, draft)
    await createProposal(services, { ...draft, instructions: 'Other words.' })
    expect(
      (
        await deps.store.reviews.list(
          { audience: 'server', kinds: ['proposal', 'offer'] },
          { limit: 9 },
        )
      ).items,
    ).toHaveLength(3)
  })

  it('with the policy `save` a new skill is saved directly for the person, with the provenance of an agent', async () => {
    const { deps, ann, bob, agentOf, audit } = await organisation()
    const services = agentOf(ann, 'save')
    const saved = await createProposal(services, draft)
    expect(saved).toMatchObject({
      status: 'saved',
      skill: {
        scope: { kind: 'user', userId: 'usr_ann' },
        origin: { provenance: 'agent' },
        enabled: true,
      },
    })
    expect(await createProposal(services, draft)).toMatchObject({ status: 'unchanged' })
    expect(await deps.store.skills.findBySlug(bob.principal.userId, 'deploy')).toBeNull()
    const better = { ...draft, instructions: 'Better.' }
    expect(await createProposal(agentOf(ann, 'save'), better)).toMatchObject({
      status: 'saved',
      skill: { head: { number: 2 } },
    })
    expect(await audit()).toEqual(['skill-updated', 'skill-created'])
  })

  it.each(['user', 'org'] as const)(
    'even then a change of an authored skill (%s) needs approval',
    async (scope) => {
      const { ann, admin, agentOf, write, everySkill } = await organisation()
      const skill = await write(scope === 'org' ? admin : ann, scope, 'By hand.')
      const outcome = await createProposal(agentOf(ann, 'save'), draft)
      expect(outcome).toMatchObject({
        status: 'proposed',
        held: { skillId: skill.id, proposal: { scope }, baseDigest: skill.head.digest },
      })
      for (const seen of await everySkill()) expect(seen).toEqual(skill)
    },
  )

  it('even then a change of an agent’s skill that a person edited needs approval', async () => {
    const { deps, ann, agentOf } = await organisation()
    const saved = await createProposal(agentOf(ann, 'save'), draft)
    if (saved.status !== 'saved') throw new Error(saved.status)
    const { id } = saved.skill
    const content = '---\nname: deploy\ndescription: By hand.\n---\nMine now.\n'
    const edited = await updateSkill(deps, ann, { id, content, overrides: {}, reason: '' })
    expect(edited.origin.provenance).toBe('agent-edited')
    const outcome = await createProposal(agentOf(ann, 'save'), draft)
    expect(outcome).toMatchObject({ status: 'proposed', held: { skillId: id } })
    const now = await deps.store.skills.get(ann.principal.userId, id)
    expect(now?.head.digest).toBe(edited.head.digest)
  })

  it('even then restoring a disabled or archived skill needs approval', async () => {
    const { deps, ann, agentOf } = await organisation()
    const viewer = ann.principal.userId
    const saved = await createProposal(agentOf(ann, 'save'), draft)
    if (saved.status !== 'saved') throw new Error(saved.status)
    const { id } = saved.skill
    for (const put of [{ archived: true }, { archived: false, enabled: false }]) {
      const away = await deps.store.skills.update(viewer, id, put)
      const again = { ...draft, instructions: `Again: ${JSON.stringify(put)}` }
      expect(await createProposal(agentOf(ann, 'save'), again)).toMatchObject({
        status: 'proposed',
      })
      expect(await deps.store.skills.get(viewer, id)).toEqual(away)
    }
  })

  it('another person’s skill of the same name is neither changed nor disclosed', async () => {
    const { bob, write, proposed } = await organisation()
    await write(bob, 'user', 'Bob’s.')
    expect(await proposed()).toMatchObject({ skillId: null, baseDigest: null })
  })

  it('a change keeps other keys, other files and the name', async () => {
    const { deps, ann, write, proposed } = await organisation()
    const skill = await write(ann, 'user', 'Old.', 'license: MIT\nx-team: ops\n')
    const { skillMd: source } = await proposed({ name: 'Deploy' })
    expect(source).toContain('license: MIT')
    expect(source).toContain('x-team: ops')
    expect(source).toContain('name: deploy\n')
    expect(source).toContain('Do it so.')
    expect(source).not.toContain('Old.')
    expect((await deps.store.skills.get(ann.principal.userId, skill.id))?.head.number).toBe(1)
  })

  it('a change keeps the executable bit of SKILL.md', async () => {
    const { deps, ann, agentOf } = await organisation()
    const { store } = deps
    const source = '---\nname: deploy\ndescription: Old.\n---\nOld.\n'
    const files = [
      { path: 'SKILL.md', bytes: new TextEncoder().encode(source), executable: true },
      { path: 'run.sh', bytes: new TextEncoder().encode('ls'), executable: true },
    ]
    const author = ann.principal.userId
    const scope = { kind: 'user', userId: author } as const
    const outcome = ingestPackage({ files, scope, origin: agentOrigin, author }, sha256)
    if (!outcome.ok) throw new Error(outcome.problem.message)
    await store.skills.save([assessedImport(outcome.arrival)], 'create')
    const proposed = await createProposal(agentOf(ann), draft)
    if (proposed.status !== 'proposed') throw new Error(proposed.status)
    const { skill } = await acceptProposal(deps, ann, proposed.held)
    expect(skill.head.manifest).toMatchObject([
      { path: 'SKILL.md', executable: true },
      { path: 'run.sh', executable: true },
    ])
    expect(skill.head.number).toBe(2)
  })

  it.each([
    ['no usable name', { name: '名前' }, 'skill.name-missing'],
    ['no instructions', { instructions: '  \n ' }, 'proposal.empty'],
    ['no description', { description: ' ' }, 'proposal.empty'],
    [
      'a file outside the package',
      { resources: [{ path: '../x.md', content: 'x' }] },
      'package.bad-path',
    ],
    ['an absolute file', { resources: [{ path: '/etc/x', content: 'x' }] }, 'package.bad-path'],
    [
      'SKILL.md twice',
      { resources: [{ path: 'SKILL.md', content: 'x' }] },
      'package.path-collision',
    ],
    ['skill.md in lower case', { resources: [{ path: 'skill.md', content: 'x' }] }, 'package.'],
    ['a text that is too long', { instructions: 'x'.repeat(1_100_000) }, 'skill.md-too-large'],
  ])('refuses a proposal with %s at once, and stores nothing', async (_what, change, code) => {
    const { ann, agentOf, deps, audit } = await organisation()
    const refused = await createProposal(agentOf(ann), { ...draft, ...change }).catch(
      (error) => error,
    )
    expect(refused.problem.code).toContain(code)
    expect(
      (
        await deps.store.reviews.list(
          { audience: 'server', kinds: ['proposal', 'offer'] },
          { limit: 1 },
        )
      ).items,
    ).toEqual([])
    expect(await audit()).toEqual([])
  })

  it('an agent of a person without skills.write cannot propose', async () => {
    const { ann, agentOf } = await organisation()
    const services = agentOf(ann)
    const principal = { ...services.principal, permissions: ['skills.read'] as const }
    const attempt = createProposal({ ...services, principal }, draft)
    await expect(attempt).rejects.toMatchObject(problem('auth.permission-missing'))
  })

  it('limits the pending proposals of a conversation', async () => {
    const { ann, agentOf } = await organisation()
    for (let count = 0; count < 50; count += 1) {
      await createProposal(agentOf(ann), { ...draft, name: `skill ${count}` })
    }
    const more = createProposal(agentOf(ann), { ...draft, name: 'one more' })
    await expect(more).rejects.toMatchObject(problem('proposal.too-many'))
  })

  it('no text of an agent can inject frontmatter (property)', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.constantFrom(
        '---\nslug: other\n---\n',
        'a\n---\nname: b\n',
        'x: y\nenabled: true',
        '"\'#:|>',
      ),
    )
    const { ann, agentOf, deps } = await organisation()
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (description, instructions, when) => {
        const given = { ...draft, description, instructions, whenToUse: when }
        const outcome = await createProposal(agentOf(ann), given).catch((error) => error)
        if (outcome.status !== 'proposed') return
        const loaded = loadSkillMd(outcome.held.skillMd)
        expect(loaded.ok).toBe(true)
        if (!loaded.ok) return
        const { frontmatter, body } = loaded.document
        // NUL is not allowed and is read as U+FFFD.
        const read = (text: string) => text.replaceAll('\0', '\ufffd')
        expect(frontmatter).toEqual({
          name: 'deploy',
          description: read(description),
          when_to_use: read(when),
        })
        expect(body).toBe(`${instructions.trim()}\n`)
        await rejectProposal(deps, ann, outcome.held)
      }),
      { numRuns: 80 },
    )
  })
})
