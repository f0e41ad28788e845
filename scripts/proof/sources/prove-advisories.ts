import assert from 'node:assert/strict'
import type {
  AdvisoriesBody,
  AdvisoryListBody,
  ConversationSkillsBody,
  SkillBody,
} from '@repertoire/protocol'
import {
  type AdvisorySite,
  newSigner,
  signList,
} from '../../../packages/server/src/testing/advisory-site.ts'
import type { Api } from '../api.ts'
import { openConversation, play } from '../presets/played-conversation.ts'
import { problemOf } from './problem-of.ts'
import { skillText } from './skill-repository.ts'

/** A signed list of an address takes a content out of use at once; what another key signed does not count. */
export async function proveAdvisories(
  api: Api,
  { site, report }: { readonly site: AdvisorySite; readonly report: (promise: string) => void },
): Promise<void> {
  const skill = await api.send<SkillBody>('POST', '/skills', {
    content: skillText('tide-tables', 'Read the tide tables.'),
  })
  await api.send('PUT', '/settings', { toolsets: ['discovery'] })
  const conversation = await openConversation(api)
  const [used] = await play(api, conversation, [['enable_skill', { skill_slug: 'tide-tables' }]])
  assert.equal(used?.code, 'ok', used?.message)
  const active = `/conversations/${conversation}/skills`
  assert.equal((await api.get<ConversationSkillsBody>(active)).enabled_skills.length, 1)

  const listOf = (serial: number) => ({
    ...{ version: 1, serial },
    advisories: [
      {
        ...{ id: 'ADV-7', severity: 'critical', reason: 'It sends keys away.' },
        ...{ url: 'https://example.com/ADV-7', digests: [skill.digest] },
      },
    ],
  })
  site.publishAs(listOf(1), signList(listOf(1), newSigner()))
  const subscribed = await api.send<AdvisoryListBody>('PUT', '/advisories/list', {
    ...{ url: site.url, signer: { name: 'Security team', pem: site.pem } },
  })
  assert.equal(subscribed.status, 'failed')
  assert.equal((await api.get<SkillBody>(`/skills/${skill.id}`)).enabled, true)
  report('an advisory list that another key signed takes nothing out of use')

  site.publish(listOf(2))
  const { items } = await api.send<AdvisoriesBody>('POST', '/advisories/check')
  assert.deepEqual(
    items.map(({ id, contents }) => [id, contents.map(({ revoked }) => revoked)]),
    [['ADV-7', [true]]],
  )
  assert.equal((await api.get<SkillBody>(`/skills/${skill.id}`)).enabled, false)
  const enabling = api.send('PUT', `/skills/${skill.id}`, { enabled: true })
  assert.equal(await problemOf(enabling), 'skill.revoked')
  const [refused] = await play(api, conversation, [['enable_skill', { skill_slug: 'tide-tables' }]])
  assert.notEqual(refused?.code, 'ok')
  assert.deepEqual((await api.get<ConversationSkillsBody>(active)).enabled_skills, [])
  report(
    'a critical advisory of the right key suspends the skill at once, also where it was in use',
  )
}
