import { expect, it } from 'vitest'
import { readDropped } from './read-dropped.ts'

const fileEntry = (fullPath: string) => ({
  isFile: true,
  fullPath,
  file: (give: (file: File) => void) => give(new File(['text'], fullPath.split('/').at(-1) ?? '')),
})

/** A folder as a browser gives it: its entries in batches, then an empty one. */
const folderEntry = (fullPath: string, children: unknown[], batch = 100) => ({
  isFile: false,
  fullPath,
  createReader() {
    let at = 0
    return {
      readEntries(give: (entries: unknown[]) => void) {
        give(children.slice(at, at + batch))
        at += batch
      },
    }
  },
})

const drop = (...entries: unknown[]) =>
  entries.map((entry) => ({ webkitGetAsEntry: () => entry })) as unknown as DataTransferItemList

it('reads a dropped folder to its depth, beyond the 100 entries a browser gives at once', async () => {
  const many = Array.from({ length: 250 }, (_, at) => fileEntry(`/skills/deep/${at}.md`))
  const dropped = drop(
    folderEntry('/skills', [folderEntry('/skills/deep', many), fileEntry('/skills/SKILL.md')]),
  )
  const found = await readDropped(dropped)
  expect(found).toHaveLength(251)
  expect(found[0]?.path).toBe('skills/deep/0.md')
  expect(found.at(-1)?.path).toBe('skills/SKILL.md')
  expect(new TextDecoder().decode(await found[0]?.bytes())).toBe('text')
})

it('leaves out what is no file, such as dragged text', async () => {
  expect(await readDropped(drop(null))).toEqual([])
})

it('says when a file cannot be read, instead of leaving it out silently', async () => {
  const locked = {
    ...fileEntry('/a.md'),
    file: (_: unknown, fail: (error: Error) => void) => fail(new Error('locked')),
  }
  await expect(readDropped(drop(locked))).rejects.toThrow('locked')
})
