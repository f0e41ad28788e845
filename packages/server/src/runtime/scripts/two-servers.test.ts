import { RepertoireClient } from '@repertoire/client'
import { joinMember } from '@repertoire/client/testing'
import { openSandbox } from '@repertoire/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noPostgres, type Replicas, replicaKey, startReplicas } from '../../testing/replicas.ts'
import { base64, skillMd } from '../../testing/test-server.ts'

const probe = await openSandbox()
const { available, reason } = await probe.health()
await probe.close()
if (!available && process.env.REQUIRE_ALL === '1') throw new Error(reason)

describe.skipIf(!available || noPostgres)(
  'two servers on one PostgreSQL',
  {
    timeout: 120_000,
  },
  () => {
    let replicas: Replicas
    let clients: RepertoireClient[] = []
    let skillId = ''

    beforeAll(async () => {
      replicas = await startReplicas({ name: 'two_servers', count: 2 })
      clients = replicas.servers.map(
        ({ url }) => new RepertoireClient({ baseUrl: url, apiKey: replicaKey }),
      )
      const files = Object.entries({ 'SKILL.md': skillMd('slow'), 'wait.sh': 'echo on; sleep 50' })
      const { results } = await clientAt(0).skills.import({
        scope: 'org',
        items: [
          {
            path: 'slow',
            files: files.map(([path, text]) => ({
              ...{ path, executable: false },
              content_base64: base64(text),
            })),
          },
        ],
      })
      skillId = results[0]?.skill?.id ?? ''
    }, 120_000)

    afterAll(() => replicas.destroy())

    function clientAt(index: number): RepertoireClient {
      const client = clients[index]
      if (!client) throw new Error('both are there')
      return client
    }

    async function running(client: RepertoireClient): Promise<string> {
      const { id } = await client.executions.start({ skill_id: skillId, script: 'wait.sh' })
      for await (const event of client.executions.follow(id)) if (event.event === 'output') break
      return id
    }

    it('C5: an execution of one is cancelled through the other, and both report it', async () => {
      const id = await running(clientAt(0))
      const end = { status: 'cancelled', stdout: 'on\n' }
      expect(await clientAt(1).executions.cancel(id)).toMatchObject(end)
      expect(await clientAt(0).executions.get(id)).toMatchObject(end)
      const again = await running(clientAt(1))
      expect(await clientAt(0).executions.cancel(again)).toMatchObject(end)
    })

    it('C5: an execution of one is followed at the other, to its end', async () => {
      const id = await running(clientAt(0))
      const events = Array.fromAsync(clientAt(1).executions.follow(id))
      await clientAt(1).executions.cancel(id)
      expect((await events).at(-1)).toMatchObject({ event: 'end', data: { status: 'cancelled' } })
    })

    it('C5: nobody cancels another person’s, through either of them', async () => {
      const id = await running(clientAt(0))
      const { key } = await joinMember(
        { baseUrl: replicas.servers[0]?.url ?? '', apiKey: replicaKey },
        { name: 'Bob' },
      )
      for (const { url } of replicas.servers) {
        const outsider = new RepertoireClient({ baseUrl: url, apiKey: key })
        await expect(outsider.executions.cancel(id)).rejects.toMatchObject({
          code: 'execution.not-found',
        })
      }
      expect(await clientAt(1).executions.get(id)).toMatchObject({ status: 'running' })
      await clientAt(1).executions.cancel(id)
    })
  },
)
