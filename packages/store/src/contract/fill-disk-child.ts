import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isProblemError, type TenantId, type UserId } from '@repertoire/core/base'
import { createFixedClock, createSequentialIds } from '@repertoire/core/testing'
import { openStore } from '../open-store.ts'
import { sha256 } from './backends.ts'
import { checkedContent } from './checked-content.ts'
import { childInput } from './child-process.ts'

/**
 * Fills a small disk with skills until one is rejected and prints the code. Then it checks that exactly the
 * saved ones are there and complete, frees space, and saves again. `fileSize` 0 fills the database, otherwise
 * the blobs.
 */
const { dataDir, fileSize } = childInput<{ dataDir: string; fileSize: number }>()
const ballast = join(dataDir, 'ballast')
await writeFile(ballast, new Uint8Array(1_000_000))
const parts = { clock: createFixedClock(), ids: createSequentialIds(), sha256 }
const store = await openStore({ ...parts, dataDir })
const tenantId = 'ten_1' as TenantId
const viewer = 'usr_1' as UserId
await store.directory.createTenant({ id: tenantId, name: 't', createdAt: 1 })
const { skills } = store.tenant(tenantId)

const given = (count: number) => {
  const slug = `skill-${String(count).padStart(4, '0')}`
  const files = fileSize > 0 ? { 'big.txt': slug.repeat(fileSize / slug.length) } : {}
  return checkedContent(slug, { body: slug.repeat(400), files })
}

async function fill(): Promise<number> {
  for (let count = 0; ; count++) {
    try {
      await skills.save([given(count)], 'create')
    } catch (error) {
      if (!isProblemError(error)) throw error
      console.log(error.problem.code)
      return count
    }
  }
}

async function countWhole(): Promise<number> {
  const { items } = await skills.list(viewer, {}, { limit: 200 })
  for (const { id, head, slug } of items) {
    const content = await skills.content(viewer, id, head.digest)
    if (content?.body !== slug.repeat(400)) throw new Error(`${slug} is broken`)
    const bytes = await skills.file(viewer, id, head.digest, 'big.txt')
    if (fileSize > 0 && !bytes) throw new Error(`${slug} lost its file`)
  }
  return items.length
}

const saved = await fill()
const exact = saved > 0 && saved < 200 && (await countWhole()) === saved
console.log(exact ? 'exactly the saved ones are whole' : `${saved} were saved`)
await rm(ballast)
await skills.save([given(saved)], 'create')
console.log((await countWhole()) === saved + 1 ? 'with room it goes on' : 'it does not go on')
await store.close()
