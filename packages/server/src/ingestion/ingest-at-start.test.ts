import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RepertoireClient } from '@repertoire/client'
import { afterEach, expect, it } from 'vitest'
import {
  type ProviderDouble,
  startProviderDouble,
  textAnswer,
} from '../runtime/models/testing/provider-double.ts'
import { createIntegrationsOnDisk } from '../testing/integration-folder.ts'
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts'
import { skillMd } from '../testing/test-server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'repertoire-ingest-'))
const disk = createIntegrationsOnDisk()
let provider: ProviderDouble | undefined
let server: ServerProcess | undefined

afterEach(async () => {
  await server?.stop('SIGKILL')
  await provider?.stop()
  disk.remove()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(url: string) {
  server = await startServerProcess(dataDir, {
    ...{ OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'reader' },
    REPERTOIRE_INTEGRATIONS_DIR: disk.folder,
  })
  const { key } = JSON.parse(readFileSync(join(dataDir, 'local.json'), 'utf8'))
  return new RepertoireClient({ baseUrl: server.url, apiKey: key })
}

it('a model that reads packages and never answers holds up no start and no stop; the next start brings in what it left', async () => {
  const model = await startProviderDouble()
  provider = model
  disk.write('tracker', '1', { report: skillMd('report', 'one') })
  const first = await start(model.url)
  await first.integrations.setUp('tracker', 'org')
  await first.settings.update({ review_model_id: 'reader' })
  expect(await server?.stop('SIGTERM')).toBe(0)

  disk.write('tracker', '2', { report: skillMd('report', 'two') })
  const asked = Promise.withResolvers<void>()
  model.answerWith(() => asked.resolve())
  const second = await start(model.url)
  await asked.promise
  expect((await second.skills.list()).items).toMatchObject([{ revision: 1, source_ref: '1' }])
  expect(await server?.stop('SIGTERM')).toBe(0)

  model.answerWith(textAnswer('{"findings": []}'))
  const third = await start(model.url)
  await expect
    .poll(async () => (await third.skills.list()).items, { timeout: 20_000 })
    .toMatchObject([{ revision: 2, source_ref: '2' }])
}, 120_000)
