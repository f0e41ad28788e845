import { zipBytes } from '../zip/zip-model.ts'
import { mutateModel } from './mutate-model.ts'
import { createRandom, type Random } from './random.ts'
import { validArchive } from './valid-archives.ts'

/** The archive with that number; the same seed and number give the same bytes. */
export function hostileArchive(seed: number, index: number): Uint8Array {
  const random = createRandom(seed, index)
  const model = validArchive(random)
  if (random.chance(0.8)) mutateModel(model, random)
  const bytes = zipBytes(model)
  return random.chance(0.35) ? mutateBytes(bytes, random) : bytes
}

/** Changes without knowledge of the format. */
function mutateBytes(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length + 1)
  const length = random.below(Math.min(bytes.length - at, 200) + 1)
  const slice = bytes.subarray(at, at + length)
  const to = random.below(bytes.length + 1)
  switch (random.below(6)) {
    case 0:
      return bytes.subarray(0, at)
    case 1:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
    case 2:
      return Buffer.concat([
        bytes.subarray(0, at),
        random.bytes(random.below(50)),
        bytes.subarray(at),
      ])
    case 3:
      return Buffer.concat([bytes.subarray(0, to), slice, bytes.subarray(to)])
    case 4:
      return Buffer.concat([bytes, bytes.subarray(at)])
    default:
      return flipBits(bytes, random)
  }
}

function flipBits(bytes: Buffer, random: Random): Buffer {
  const flipped = Buffer.from(bytes)
  for (let n = random.below(8); n >= 0 && flipped.length > 0; n--) {
    const at = random.below(flipped.length)
    flipped[at] = (flipped[at] as number) ^ (1 << random.below(8))
  }
  return flipped
}
