import { constants, crc32, deflateRawSync } from 'node:zlib'
import { type PlainFile, plainModel, type ZipModel, zipBytes } from '../zip/zip-model.ts'
import type { Random } from './random.ts'

const skillMd =
  '---\nname: a-skill\ndescription: Does one thing when asked.\n---\n# Steps\n1. Begin.\n'

/** Ordinary packages; every hostile archive starts as one of them. */
const packages: readonly (() => PlainFile[])[] = [
  () => [file('SKILL.md', skillMd)],
  () => [file('a-skill/SKILL.md', skillMd), file('a-skill/scripts/run.sh', '#!/bin/sh\n', true)],
  () => [
    file('a-skill/', ''),
    file('a-skill/SKILL.md', skillMd),
    file('a-skill/references/', ''),
    file('a-skill/references/übersicht.md', 'x'.repeat(900)),
    file('__MACOSX/a-skill/._SKILL.md', 'junk'),
    file('a-skill/.DS_Store', 'junk'),
  ],
  () => [
    file('SKILL.md', skillMd),
    {
      path: 'assets/inner.zip',
      bytes: zipBytes(plainModel([file('SKILL.md', skillMd)])),
      executable: false,
    },
    file('empty.txt', ''),
  ],
  () =>
    Array.from({ length: 30 }, (_, n) =>
      file(n === 0 ? 'SKILL.md' : `f/${n}.md`, `${n}`.repeat(n)),
    ),
  () => [],
]

/** Long to read, so they come seldom: thousands of entries, and many bytes out of few. */
const heavyArchives: readonly ((random: Random) => ZipModel)[] = [
  (random) => {
    const count = random.pick([500, 1999, 2000, 6000])
    const files = Array.from({ length: count }, (_, n) => file(`f/${n}`, ''))
    return plainModel([file('SKILL.md', skillMd), ...files])
  },
  (random) => withZeros(plainModel([file('SKILL.md', skillMd)]), random.pick([1, 8, 33])),
  (random) => {
    // As much as is ever taken: what does not shrink pays for what does.
    const dense = { path: 'dense', bytes: random.bytes(340 * 1024), executable: false }
    return withZeros(plainModel([file('SKILL.md', skillMd), dense]), 31)
  },
  (random) => {
    const dense = {
      path: 'dense',
      bytes: new Uint8Array(random.pick([1, 4]) << 20),
      executable: false,
    }
    return plainModel([file('SKILL.md', skillMd), dense], 0)
  },
]

export function validArchive(random: Random): ZipModel {
  if (random.chance(1 / 500)) return random.pick(heavyArchives)(random)
  const model = plainModel(random.pick(packages)(), random.chance(0.7) ? 8 : 0)
  for (const entry of model.entries) {
    if (entry.localName.at(-1) === 0x2f) entry.central.external = 0o40755 * 0x10000 + 0x10
  }
  return model
}

/**
 * Adds a file of that many mebibytes of zeros without allocating them, so that the measured memory is the
 * reader's.
 */
function withZeros(model: ZipModel, mebibytes: number): ZipModel {
  const [entry] = plainModel([file('zeros', '')]).entries
  if (!entry) throw new Error('one file is one entry')
  let crc = 0
  for (let n = 0; n < mebibytes; n++) crc = crc32(mebibyteOfZeros, crc)
  const data = Buffer.concat([...Array(mebibytes).fill(packedMebibyte), lastBlock])
  const facts = { method: 8, crc, size: mebibytes << 20, compressed: data.length }
  const local = { ...entry.local, ...facts }
  model.entries.push({ ...entry, data, local, central: { ...entry.central, ...facts } })
  return model
}

const mebibyteOfZeros = new Uint8Array(1 << 20)
/** Ends at a byte boundary and is not the last block: copies can follow each other. */
const packedMebibyte = deflateRawSync(mebibyteOfZeros, { finishFlush: constants.Z_SYNC_FLUSH })
const lastBlock = Uint8Array.of(0x03, 0x00)

function file(path: string, text: string, executable = false): PlainFile {
  return { path, bytes: new TextEncoder().encode(text), executable }
}
