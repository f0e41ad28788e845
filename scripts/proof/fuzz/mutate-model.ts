import { deflateRawSync } from 'node:zlib'
import type { Fields, ZipEntry, ZipModel } from '../zip/zip-model.ts'
import { directoryLayout, endLayout, localLayout, zip64Layout } from '../zip/zip-model.ts'
import { hostileExtra, hostileName, hostileNumber } from './hostile-values.ts'
import type { Random } from './random.ts'

type Mutation = (model: ZipModel, random: Random) => void

/** Changes, each to a known part of the format. */
const mutations: readonly Mutation[] = [
  withEntry((entry, random) => corrupt(entry.local, localLayout, random)),
  withEntry((entry, random) => corrupt(entry.central, directoryLayout, random)),
  withEntry((entry, random) => {
    const field = random.pick(['crc', 'compressed', 'size', 'method', 'flags'])
    const value = hostileNumber(random, entry.central[field] ?? 0)
    entry.local[field] = value
    entry.central[field] = value
  }),
  withEntry((entry, random) => {
    const name = hostileName(random)
    if (random.chance(0.8)) entry.localName = name
    if (random.chance(0.8)) entry.centralName = name
  }),
  withEntry((entry, random) => {
    const extra = hostileExtra(random, entry.centralName)
    if (random.chance(0.6)) entry.localExtra = extra
    if (random.chance(0.6)) entry.centralExtra = extra
  }),
  withEntry(makeZip64),
  withEntry((entry, random) => {
    const kinds = [
      0o120777, 0o020666, 0o060666, 0o010644, 0o140755, 0o040755, 0o104755, 0, 0o177777,
    ]
    entry.central.external = random.pick(kinds) * 0x10000 + random.pick([0, 0x10, 0x08, 0x01])
    entry.central.madeBy = random.pick([0x0314, 0x0014, 0x0a3f, 0x1314, 0x0300])
  }),
  withEntry((entry, random) => {
    const flags = random.pick([0x01, 0x08, 0x20, 0x40, 0x800, 0x2000, 0x809, 0x41])
    entry.local.flags = flags
    if (random.chance(0.8)) entry.central.flags = flags
  }),
  withEntry(addDescriptor),
  withEntry((entry, random) => {
    const data = Buffer.from(entry.data)
    for (let n = random.below(4); n >= 0 && data.length > 0; n--) {
      data[random.below(data.length)] = random.below(256)
    }
    entry.data = random.chance(0.3) ? data.subarray(0, random.below(data.length + 1)) : data
  }),
  withEntry((entry, random) => {
    // Decompresses to more than declared, or declares less than it decompresses to.
    const size = 1 << (10 + random.below(14))
    entry.data = deflateRawSync(new Uint8Array(size))
    const declared = random.pick([size, 1, size - 1, size + 1, 1 << 20])
    for (const fields of [entry.local, entry.central]) {
      Object.assign(fields, { method: 8, compressed: entry.data.length, size: declared })
    }
  }),
  withEntry((entry, random) => {
    entry.comment = random.bytes(random.below(60))
  }),
  (model, random) => {
    const entry = model.entries[random.below(model.entries.length)]
    if (entry) model.entries.splice(random.below(model.entries.length), 0, copy(entry))
  },
  (model, random) => {
    // Two entries that share the same bytes.
    const entry = model.entries[random.below(model.entries.length)]
    if (!entry) return
    const twin = copy(entry)
    twin.central.offset = random.pick([0, 1, entry.local.compressed ?? 0])
    if (random.chance(0.5)) twin.centralName = hostileName(random)
    model.entries.push(twin)
  },
  (model, random) => {
    model.entries.sort(() => random.below(3) - 1)
  },
  (model, random) => {
    model.entries.splice(random.below(model.entries.length + 1), 1)
  },
  (model, random) => corrupt(model.end, endLayout, random),
  (model, random) => {
    model.zip64 ??= {}
    if (random.chance(0.7)) corrupt(model.zip64, zip64Layout, random)
    if (random.chance(0.5)) {
      Object.assign(model.end, { entries: 0xffff, entriesHere: 0xffff })
      Object.assign(model.end, { directorySize: 0xffffffff, directoryOffset: 0xffffffff })
    }
  },
  (model, random) => {
    const end = Uint8Array.of(0x50, 0x4b, 5, 6)
    const comments = [end, Buffer.concat([end, new Uint8Array(18)]), random.bytes(random.below(90))]
    model.endComment = random.pick(comments)
  },
  (model, random) => {
    const bytes = random.chance(0.5) ? Buffer.from('#!/bin/sh\n') : random.bytes(random.below(90))
    if (random.chance(0.5)) model.prefix = bytes
    else model.gap = bytes
  },
]

/** Applies one to four mutations. */
export function mutateModel(model: ZipModel, random: Random): void {
  for (let n = random.below(4); n >= 0; n--) random.pick(mutations)(model, random)
}

function withEntry(change: (entry: ZipEntry, random: Random) => void): Mutation {
  return (model, random) => {
    const entry = model.entries[random.below(model.entries.length)]
    if (entry) change(entry, random)
  }
}

function corrupt(fields: Fields, layout: typeof localLayout, random: Random): void {
  const [name] = random.pick(layout)
  fields[name] = hostileNumber(random, fields[name] ?? 0)
}

function copy(entry: ZipEntry): ZipEntry {
  return { ...entry, local: { ...entry.local }, central: { ...entry.central } }
}

/** Sizes in the extra field, correct or wrong. */
function makeZip64(entry: ZipEntry, random: Random): void {
  const extra = Buffer.alloc(20)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(random.chance(0.8) ? 16 : random.below(40), 2)
  const perhapsWrong = (value: number) =>
    BigInt(Math.max(0, random.chance(0.5) ? value : hostileNumber(random, value)))
  extra.writeBigUInt64LE(BigInt.asUintN(64, perhapsWrong(entry.central.size ?? 0)), 4)
  extra.writeBigUInt64LE(BigInt.asUintN(64, perhapsWrong(entry.central.compressed ?? 0)), 12)
  for (const fields of [entry.local, entry.central]) {
    if (random.chance(0.9))
      Object.assign(fields, { size: 0xffffffff, compressed: 0xffffffff, needed: 45 })
  }
  entry.localExtra = extra
  if (random.chance(0.8)) entry.centralExtra = extra
}

/** Sizes after the data, with or without a signature, correct or wrong. */
function addDescriptor(entry: ZipEntry, random: Random): void {
  const { crc = 0, compressed = 0, size = 0 } = entry.central
  const values = [crc, compressed, size].map((value) =>
    random.chance(0.8) ? value : hostileNumber(random, value),
  )
  if (random.chance(0.6)) values.unshift(0x08074b50)
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, 4 * index)
  entry.descriptor = bytes
  for (const fields of [entry.local, entry.central]) fields.flags = (fields.flags ?? 0) | 8
  if (random.chance(0.8)) Object.assign(entry.local, { crc: 0, compressed: 0, size: 0 })
}
