import { readSkillZip, type SkillZip } from '@repertoire/skill-md/zip'
import { readSkillTar } from './read-skill-tar.ts'
import { type LicencesOfArchive, splitLicences } from './split-licences.ts'

type SkillArchive =
  | (Extract<SkillZip, { ok: true }> & LicencesOfArchive)
  | Extract<SkillZip, { ok: false }>

/**
 * Reads a zip or tar archive of one skill folder, perhaps with licences above it; null when the bytes are neither.
 */
export async function readArchive(bytes: Uint8Array): Promise<SkillArchive | null> {
  const archive = await openArchive(bytes)
  return archive?.ok ? { ...archive, ...splitLicences(archive.files) } : archive
}

async function openArchive(bytes: Uint8Array): Promise<SkillZip | null> {
  if (isZip(bytes)) return readSkillZip(bytes)
  return isGzip(bytes) || isTar(bytes) ? readSkillTar(bytes) : null
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5)
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

function isTar(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(257, 262)) === 'ustar'
}
