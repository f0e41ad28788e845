import type { FoundFile } from '../discover-skills.ts'

/** Why a file could be run: it says so itself, or it is written in a language of scripts or programs. */
export type Program = 'executable' | 'script' | 'binary program'

const scripts =
  /\.(?:sh|bash|zsh|fish|ksh|py|pyw|js|mjs|cjs|ts|mts|rb|pl|php|lua|r|ps1|psm1|bat|cmd|vbs|awk|applescript|command)$/i
const binaries = /\.(?:exe|dll|so|dylib|com|msi|app|jar|class|wasm|pyc|pyo|node|elf)$/i

/** What a person should look at before they let a skill in; null for a file that is only read. */
export function programOf({
  path,
  executable,
}: Pick<FoundFile, 'path' | 'executable'>): Program | null {
  if (binaries.test(path)) return 'binary program'
  if (executable) return 'executable'
  return scripts.test(path) || /(?:^|\/)(?:Makefile|Dockerfile)$/.test(path) ? 'script' : null
}
