import { readSkillZip, type SkillZip } from '@repertoire/skill-md/zip'
import { readSkillTar } from './read-skill-tar.ts'

/** Reads a zip or tar archive of one skill folder; null when the bytes are neither. */
export async function readArchive(bytes: Uint8Array): Promise<SkillZip | null> {
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
