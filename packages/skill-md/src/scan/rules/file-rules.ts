import type { PackageFile } from '../../package/package-file.ts'
import { wideText } from '../file-text.ts'
import type { FindingSeverity } from '../scan-report.ts'
import type { RuleText } from '../scan-rule.ts'
import { zipEntryNames } from '../zip-entry-names.ts'

/** A rule over the bytes and the name of a whole file. */
export interface FileRule extends RuleText {
  /** What it found, for the excerpt; null for nothing. */
  find(file: PackageFile): { readonly excerpt: string; readonly severity?: FindingSeverity } | null
}

const image = /\.(?:png|jpe?g|gif|webp|bmp|ico|tiff?)$/i
const data = /\.(?:pdf|mp3|mp4|wav|woff2?|ttf|otf|docx|xlsx|pptx)$/i
const scriptInArchive =
  /\.(?:sh|bash|ps1|bat|cmd|vbs|js|mjs|py|rb|pl|exe|dll|scr|jar|msi|lnk|hta)$|vbaproject\.bin$/i
const innerArchive = /\.(?:zip|7z|rar|t?gz|tar|bz2|xz|cab|iso)$/i
const agentSettings =
  /(?:^|\/)(?:\.claude\/settings(?:\.local)?\.json|\.mcp\.json|\.vscode\/(?:tasks|settings)\.json|\.cursorrules|\.cursor\/mcp\.json|\.git\/hooks\/[^/]+|\.github\/workflows\/[^/]+|\.npmrc|\.pypirc|\.gitconfig|sitecustomize\.py|conftest\.py|[^/]+\.pth)$/i

/** Files that are not what they look like, or that no reader can open. */
export const fileRules: readonly FileRule[] = [
  {
    id: 'file.magic-mismatch',
    severity: 'high',
    message: 'The file is not of the kind that its name says.',
    attack: 'Hides a program in what looks like a picture or a document.',
    fix: 'Give the file its real ending, or remove it.',
    find: (file) => {
      const kind = kindOf(file.bytes)
      if (file.bytes.length === 0 || (!image.test(file.path) && !data.test(file.path))) return null
      const isProgram = kind === 'program' || kind === 'script'
      const isArchive = kind === 'zip' && image.test(file.path)
      return isProgram || isArchive ? { excerpt: `is ${kindNames[kind]}` } : null
    },
  },
  {
    id: 'file.program',
    severity: 'high',
    message: 'It is a compiled program.',
    attack: 'Nobody can read what it does.',
    fix: 'Ship the source.',
    find: ({ path, bytes }) =>
      kindOf(bytes) === 'program' && !image.test(path) && !data.test(path)
        ? { excerpt: kindNames.program }
        : null,
  },
  {
    id: 'file.bytecode',
    severity: 'high',
    message: 'It is compiled code that Python or Java runs.',
    attack: 'Runs instead of the source that the reviewer reads.',
    fix: 'Remove it; it is made anew when it is needed.',
    find: ({ path }) =>
      /\.(?:pyc|pyo|pyd|class|jar|war|so|dylib|dll|node)$/i.test(path) ? { excerpt: path } : null,
  },
  {
    id: 'file.script-in-archive',
    severity: 'high',
    message: 'An archive or an office file in the package holds scripts or macros.',
    attack: 'Gets past readers who look at the files of the package only.',
    fix: 'Ship the files themselves.',
    find: ({ bytes }) => {
      if (kindOf(bytes) !== 'zip') return null
      const name = zipEntryNames(bytes).names.find((one) => scriptInArchive.test(one))
      return name === undefined ? null : { excerpt: name.slice(0, 200) }
    },
  },
  {
    id: 'file.archive-in-archive',
    severity: 'high',
    message: 'An archive in the package holds another archive.',
    attack: 'Gets past readers who open one layer only.',
    fix: 'Ship the files themselves.',
    find: ({ bytes }) => {
      if (kindOf(bytes) !== 'zip') return null
      const name = zipEntryNames(bytes).names.find((one) => innerArchive.test(one))
      return name === undefined ? null : { excerpt: name.slice(0, 200) }
    },
  },
  {
    id: 'file.appended-archive',
    severity: 'high',
    message: 'An archive is appended to a picture or a document.',
    attack: 'Carries files in what looks like a picture.',
    fix: 'Ship the files themselves.',
    find: ({ path, bytes }) => {
      if (!image.test(path) || kindOf(bytes) === 'zip') return null
      const { names } = zipEntryNames(bytes)
      return names[0] === undefined ? null : { excerpt: names[0].slice(0, 200) }
    },
  },
  {
    id: 'file.encrypted-archive',
    severity: 'high',
    message: 'An archive in the package is encrypted.',
    attack: 'Nobody without the password can read what arrives.',
    fix: 'Ship readable files.',
    find: ({ bytes }) =>
      kindOf(bytes) === 'zip' && zipEntryNames(bytes).isEncrypted ? { excerpt: 'encrypted' } : null,
  },
  {
    id: 'file.svg-script',
    severity: 'high',
    message: 'A drawing runs code when it is opened.',
    attack: 'Runs in the browser of whoever looks at it.',
    fix: 'Remove scripts and event handlers from the drawing.',
    find: ({ path, bytes }) => {
      if (!/\.svg$/i.test(path)) return null
      const text = new TextDecoder().decode(bytes.subarray(0, 1_000_000)).toLowerCase()
      const found =
        /<script\b|\son(?:load|click|error|mouseover|begin|end)\s{0,3}=|javascript:|<foreignobject\b[\s\S]{0,400}?<(?:iframe|script|embed)|href\s{0,2}=\s{0,2}["']data:text\/html/.exec(
          text,
        )
      return found && { excerpt: found[0].slice(0, 100) }
    },
  },
  {
    id: 'file.utf16',
    severity: 'medium',
    message: 'The text is written in UTF-16 or UTF-32.',
    attack: 'Gets past tools that look for plain text.',
    fix: 'Save it as UTF-8.',
    find: ({ path, bytes }) =>
      !image.test(path) && !data.test(path) && wideText(bytes) !== null
        ? { excerpt: wideText(bytes) ?? '' }
        : null,
  },
  {
    id: 'file.agent-settings',
    severity: 'high',
    message:
      'The file is a setting of an agent, an editor or a tool, which takes effect by being there.',
    attack: 'Changes what programs do as soon as the folder is opened.',
    fix: 'Remove it; describe the setting in the instructions.',
    find: ({ path }) =>
      agentSettings.test(path)
        ? {
            excerpt: path,
            severity: /conftest\.py$|\.github\/workflows/i.test(path) ? 'low' : 'high',
          }
        : null,
  },
]

type Kind = 'program' | 'script' | 'zip' | 'other'

const kindNames: Record<Kind, string> = {
  program: 'a compiled program',
  script: 'a script',
  zip: 'an archive',
  other: 'something else',
}

function kindOf(bytes: Uint8Array): Kind {
  const [a, b, c, d] = bytes
  if (a === 0x7f && b === 0x45 && c === 0x4c && d === 0x46) return 'program'
  if (a === 0x4d && b === 0x5a && bytes.length > 64) return 'program'
  const word = ((a ?? 0) << 24) | ((b ?? 0) << 16) | ((c ?? 0) << 8) | (d ?? 0)
  if ([0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe, 0xcafebabe].includes(word >>> 0)) {
    return 'program'
  }
  if (a === 0x23 && b === 0x21) return 'script'
  if (a === 0x50 && b === 0x4b && (c === 3 || c === 5)) return 'zip'
  return 'other'
}
