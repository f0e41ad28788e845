import { writeSkillZip } from '@repertoire/skill-md/zip'
import { describe, expect, it } from 'vitest'
import { createPackageZipWriter } from './package-zip-writer.ts'

function text(size: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at++) bytes[at] = 97 + ((at * seed) % 23)
  return bytes
}

const files = (size: number, seed = 7) => [
  { path: 'SKILL.md', bytes: text(size, seed), executable: false },
  { path: 'scripts/run.sh', bytes: text(20, 3), executable: true },
]

describe('D11: packing a skill', () => {
  it.each([10, 300_000, 5_000_000])(
    'of %i bytes gives the same bytes as the format’s own writer',
    async (size) => {
      const packed = await createPackageZipWriter().pack('a', files(size))
      expect(Buffer.compare(packed, writeSkillZip('a', files(size)))).toBe(0)
    },
  )

  it('does not block the event loop while a large one is packed', async () => {
    let turns = 0
    const count = setInterval(() => {
      turns += 1
    }, 1)
    await createPackageZipWriter().pack('a', files(4 * 1024 * 1024))
    clearInterval(count)
    expect(turns).toBeGreaterThan(3)
  })

  it('handles concurrent ones separately, and a failure does not affect the next', async () => {
    const packer = createPackageZipWriter()
    const failed = packer.pack(5 as unknown as string, files(200_000))
    const packed = [2, 3, 5].map((seed) => packer.pack('a', files(200_000, seed)))
    await expect(failed).rejects.toMatchObject({ problem: { code: 'skill.export-failed' } })
    const expected = [2, 3, 5].map((seed) => writeSkillZip('a', files(200_000, seed)))
    const same = (await Promise.all(packed)).map((zip, n) => Buffer.compare(zip, expected[n]!))
    expect(same).toEqual([0, 0, 0])
  })
})
