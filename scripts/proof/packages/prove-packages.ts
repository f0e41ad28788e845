import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { realSkills } from '../paths.ts'
import { freePort, startServer } from '../server-process.ts'
import { openZip } from '../zip/open-zip.ts'
import { type PlainFile, plainModel, zipBytes } from '../zip/zip-model.ts'
import { type ExportedPackage, type PackageApi, packageApi } from './package-api.ts'
import { proveReferenceValidator } from './reference-validator.ts'
import { readSkillFolders, type SkillFolder } from './skill-folders.ts'

const key = 'rep_proof_0123456789abcdef0123456789abcdef'

/**
 * Every public skill, zipped without our libraries, is imported, exported, imported into a second, empty server
 * and exported again: the same digest, the same files byte for byte, the same archive.
 */
export async function provePackages(): Promise<void> {
  if (!existsSync(realSkills)) {
    process.stdout.write('skipped: the round trip of 244 real skills (no ../shared/data)\n')
    return
  }
  const tempFolder = mkdtempSync(join(tmpdir(), 'repertoire-packages-'))
  const servers = await Promise.all(
    ['first', 'second'].map(async (name) =>
      startServer({ dataDir: join(tempFolder, name), port: await freePort(), key }),
    ),
  )
  try {
    const [first, second] = servers.map(({ url }) => packageApi(url, key))
    const exported = await proveRoundTrips(first as PackageApi, second as PackageApi)
    await proveReferenceValidator(
      exported.map(({ folder, slug, files, standard }) => {
        const below = folder.folder.slice(realSkills.length)
        const after = join(tempFolder, 'exported', below, slug)
        writeFolder(after, files)
        const standardised = join(tempFolder, 'standard', below, standard.name)
        writeFolder(standardised, standard.files)
        return { before: folder.folder, after, standardised }
      }),
      tempFolder,
    )
  } finally {
    await Promise.all(servers.map((server) => server.kill('SIGTERM')))
    rmSync(tempFolder, { recursive: true, force: true })
  }
}

interface RoundTrip {
  readonly folder: SkillFolder
  readonly slug: string
  /** As in the export. */
  readonly files: readonly PlainFile[]
  /** The standard form, in the folder of its name. */
  readonly standard: StandardFolder
  readonly digest: string
  readonly fault: string
}

interface StandardFolder {
  readonly name: string
  readonly files: readonly PlainFile[]
}

function standardFolder(exported: ExportedPackage): StandardFolder {
  const name = exported.filename.replace(/\.(?:zip|md)$/, '')
  return { name, files: unpacked(exported, name) }
}

async function proveRoundTrips(first: PackageApi, second: PackageApi): Promise<RoundTrip[]> {
  const rows: RoundTrip[] = []
  line(['skill', 'files', 'bytes', 'digest', 'verdict'])
  for (const folder of readSkillFolders()) {
    const row = await roundTrip(folder, first, second)
    rows.push(row)
    const bytes = folder.files.reduce((sum, file) => sum + file.bytes.length, 0)
    const digest = row.digest.replace('sha256:', '').slice(0, 12)
    line([row.slug, String(folder.files.length), String(bytes), digest, row.fault || 'same'])
  }
  const files = rows.flatMap(({ folder }) => folder.files)
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  const faults = rows.filter(({ fault }) => fault !== '').length
  const executable = files.filter((file) => file.executable).length
  process.stdout.write(
    `${rows.length} skills, ${files.length} files (${executable} executable), ${bytes} bytes: ` +
      `${rows.length - faults} unchanged by import, export and import, ${faults} changed\n`,
  )
  assert.equal(rows.length, 244)
  assert.equal(faults, 0, 'every package survives the round trip')
  return rows
}

async function roundTrip(
  folder: SkillFolder,
  first: PackageApi,
  second: PackageApi,
): Promise<RoundTrip> {
  const packed = folder.files.map((file) => ({ ...file, path: `${folder.name}/${file.path}` }))
  const id = await first.importPackage(zipBytes(plainModel(packed)), `${folder.name}.zip`)
  const stored = await first.skill(id)
  const exported = await first.exportPackage(id, 'original')
  const again = await second.importPackage(exported.bytes, exported.filename)
  const storedAgain = await second.skill(again)
  const exportedAgain = await second.exportPackage(again, 'original')
  const files = unpacked(exported, stored.slug)
  const standard = standardFolder(await first.exportPackage(id, 'standard'))
  const faults = [
    stored.digest === storedAgain.digest || `digest ${storedAgain.digest}`,
    JSON.stringify(stored.files) === JSON.stringify(storedAgain.files) || 'another manifest',
    exported.bytes.equals(exportedAgain.bytes) || 'another archive',
    differences(folder.files, files),
  ]
  const fault = faults.filter((found) => found !== true).join('; ')
  return { folder, slug: stored.slug, files, standard, digest: stored.digest, fault }
}

function unpacked({ bytes, isZip }: ExportedPackage, slug: string): PlainFile[] {
  if (!isZip) return [{ path: 'SKILL.md', bytes, executable: false }]
  return openZip(bytes).map((file) => {
    assert.ok(file.path.startsWith(`${slug}/`), `${file.path} is in the folder ${slug}`)
    return { ...file, path: file.path.slice(slug.length + 1) }
  })
}

function differences(before: readonly PlainFile[], after: readonly PlainFile[]): true | string {
  if (before.length !== after.length) return `${after.length} files`
  const changed = before.filter((file) => {
    const same = after.find(({ path }) => path === file.path)
    if (!same || same.executable !== file.executable) return true
    return Buffer.compare(same.bytes, file.bytes) !== 0
  })
  return changed.length === 0 || `changed: ${changed.map(({ path }) => path).join(', ')}`
}

function writeFolder(folder: string, files: readonly PlainFile[]): void {
  for (const { path, bytes, executable } of files) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes, { mode: executable ? 0o755 : 0o644 })
  }
}

const widths = [52, 5, 9, 12]

function line(cells: readonly string[]): void {
  const padded = cells.map((cell, index) => {
    const width = widths[index] ?? 0
    return index === 1 || index === 2 ? cell.padStart(width) : cell.padEnd(width)
  })
  process.stdout.write(`${padded.join('  ').trimEnd()}\n`)
}
