import { type Address, addressesIn, areAll, isLoopback, isReserved } from '../context/addresses.ts'
import { mayMatch } from '../prefilter/may-match.ts'
import type { FindingSeverity } from '../scan-report.ts'
import {
  type Match,
  patternRule,
  type Segment,
  type SegmentKind,
  type SegmentRule,
} from '../scan-rule.ts'
import { twoSteps } from './two-steps.ts'
import { nearestPackage } from './typosquat.ts'

const anywhere: readonly SegmentKind[] = ['code', 'prose', 'comment', 'frontmatter']
const installCommand =
  /\b(?:pip3?|uv\s{1,3}pip|pipx|uv)\s{1,3}(?:install|add)\s([^\n|;&)`]{1,300})|\b(?:npm|pnpm|yarn|bun)\s{1,3}(?:install|i|add|exec)\s([^\n|;&)`]{1,300})|\b(?:npx|bunx)\s{1,3}([^\n|;&)`]{1,100})/g

/** A line of a list of requirements, and an entry of a package file. */
const requirement = /^[ \t]{0,4}([a-z0-9][a-z0-9._-]{2,60})[ \t]{0,4}(?:$|[=<>~!;[#@])/gm
const dependency = /"([a-z0-9][a-z0-9._-]{2,60})"\s{0,2}:\s{0,2}"(?:[~^<>=*\d]|latest)/g

/** Where the software comes from that a skill asks for. */
export const packageRules: readonly SegmentRule[] = [
  {
    id: 'supply.typosquat',
    severity: 'high',
    message: 'A package is named almost like a well-known one.',
    attack: 'Installs somebody else’s package under a familiar name.',
    fix: 'Check the name of the package.',
    on: anywhere,
    find: misspeltPackages,
  },
  patternRule(
    {
      id: 'supply.shortener',
      severity: 'medium',
      message: 'An address is hidden behind a shortener.',
      attack: 'Leads anywhere, and elsewhere tomorrow.',
      fix: 'Write the address itself.',
    },
    anywhere,
    {
      pattern:
        /\b(?:bit\.ly|tinyurl\.com|is\.gd|cutt\.ly|rebrand\.ly|rb\.gy|shorturl\.at|ow\.ly|tiny\.cc|v\.gd|shrtco\.de|t\.ly)\/[\w-]{3,40}/,
      severityOf: () => 'medium',
    },
  ),
  patternRule(
    {
      id: 'supply.fetch-shortened',
      severity: 'high',
      message: 'Something is downloaded from a shortener or a paste site.',
      attack: 'Whoever owns the paste decides what arrives.',
      fix: 'Ship the file with the skill, or name a release with its digest.',
    },
    anywhere,
    {
      pattern:
        /\b(?:curl|wget|fetch|iwr|irm|invoke-webrequest|requests\.get|urlopen|git\s{1,3}clone|download)\b[^\n]{0,160}(?:bit\.ly|tinyurl\.com|is\.gd|cutt\.ly|rb\.gy|t\.ly|rentry\.(?:co|org)|glot\.io|pastebin\.com|hastebin\.com|paste\.(?:ee|rs)|termbin\.com|0x0\.st|transfer\.sh|gist\.githubusercontent\.com|catbox\.moe)/,
    },
  ),
  patternRule(
    {
      id: 'supply.executable',
      severity: 'high',
      message: 'A program is downloaded and made executable or started.',
      attack: 'Runs a program that nobody has reviewed.',
      fix: 'Depend on a package of a registry, by name and version.',
    },
    anywhere,
    {
      pattern:
        /\b(?:curl|wget|iwr|invoke-webrequest|certutil|bitsadmin)(?=\s)(?:(?!.\b(?:curl|wget|iwr)\s)[^\n]){0,300}?(?:\s-o\s(?!\/dev\/null\b)|\s-outfile\s|>\s(?!\/dev\/null\b)|\s--output[= ](?!\/dev\/null\b)|-urlcache)[^\n]{0,160}|\b(?:start-process|msiexec)\b[^\n]{0,80}https?:\/\/[^\n]{0,80}/,
      together:
        /\bchmod\s{1,3}(?:\+x|[0-7]{3,4})\b|start-process\b|\bmsiexec\b|\bsudo\s{1,3}(?:dpkg|installer)\b/,
      severityOf: (found) =>
        /github\.com\/(?:cli|helm|kubernetes|hashicorp|docker|actions|astral-sh)|dl\.k8s\.io|releases\.hashicorp|storage\.googleapis\.com\/(?:kubernetes|minikube)|dl\.google\.com|aws|jq|yq|mkcert/.test(
          found,
        )
          ? 'medium'
          : 'high',
    },
  ),
  twoSteps,
  patternRule(
    {
      id: 'supply.git-package',
      severity: 'low',
      message: 'A package is installed from a repository or an archive, not from a registry.',
      attack: 'The repository may change at any time.',
      fix: 'Pin a commit, or use the registry.',
    },
    ['code', 'prose'],
    {
      pattern:
        /\b(?:pip3?|uv)\s{1,3}(?:pip\s{1,3})?install\b[^\n]{0,80}(?:git\+(?:https?|ssh):|https?:\/\/[^\s]{1,200}\.(?:whl|zip|tar\.gz))|\b(?:npm|pnpm|yarn|bun)\s{1,3}(?:i|install|add)\b[^\n]{0,80}(?:git\+|https?:\/\/)|\bbrew\s{1,3}tap\s{1,3}[\w./-]{1,60}\s{1,3}https?:\/\//,
      severityOf: (_, { line }) => archiveSeverity(line),
    },
  ),
  patternRule(
    {
      id: 'supply.other-index',
      severity: 'medium',
      message: 'Packages are taken from another index than the usual one.',
      attack: 'Gives a package of a familiar name with other content.',
      fix: 'Use the index that the organisation allows.',
    },
    ['code', 'prose'],
    {
      pattern:
        /--(?:extra-)?index-url[= ]\s{0,2}["']?https?:\/\/|--registry[= ]\s{0,2}["']?https?:\/\/|\bnpm\s{1,3}config\s{1,3}set\s{1,3}registry[= ]\s{0,2}[\x22']?https?:\/\/|--trusted-host\b/,
      severityOf: (found, { line }) => indexSeverity(found, line),
    },
  ),
  patternRule(
    {
      id: 'supply.install-script',
      severity: 'high',
      message: 'A package file runs commands with the network when it is installed.',
      attack: 'Runs before anybody calls anything.',
      fix: 'Do the work in a script of the skill that the host starts.',
    },
    ['code'],
    {
      pattern:
        /"(?:(?:pre|post)?install|prepare)"\s{0,2}:\s{0,2}"[^"\n]{0,200}(?:curl|wget|node\s{1,3}-e|https?:|base64|powershell|\bsh\s|bash\s|python|\bnode\s{1,3}[\w./-]{1,100}\.[cm]?js|"\.\/)|cmdclass\s{0,2}=[\s\S]{0,400}?(?:os\.system|subprocess|urlopen|requests\.)/,
    },
  ),
]

/** Compared as a whole. */
const usualIndexes: ReadonlySet<string> = new Set([
  ...['pypi.org', 'test.pypi.org', 'download.pytorch.org', 'pypi.nvidia.com'],
  ...['registry.npmjs.org', 'registry.npmjs.com', 'registry.yarnpkg.com'],
])
/** Copies of the usual ones, and hosts on which companies keep their own. */
const knownIndexes: ReadonlySet<string> = new Set([
  ...['registry.npmmirror.com', 'pypi.tuna.tsinghua.edu.cn', 'mirrors.aliyun.com'],
  ...['npm.pkg.github.com', 'pkgs.dev.azure.com', 'mirrors.cloud.tencent.com'],
])

/** Where everybody sees who owns a file, and who else depends on it. */
const codeHosts =
  /(?:^|\.)(?:github\.com|githubusercontent\.com|gitlab\.com|bitbucket\.org|codeberg\.org|pypi\.org|pythonhosted\.org|npmjs\.(?:org|com)|huggingface\.co|pytorch\.org|codeload\.github\.com|jsr\.io|sr\.ht|gitee\.com|gitcode\.com)$/

/** Publishers whose archives lie in a store that everybody can rent; compared with the whole first folder. */
const isKnownArchive = ({ host, path }: Address): boolean =>
  codeHosts.test(host) ||
  (host === 's3-us-west-2.amazonaws.com' && path.startsWith('/ai2-s2-scispacy/'))

/** An archive of a host that is neither a registry nor a code host comes from whoever answers there. */
function archiveSeverity(line: string): FindingSeverity {
  const strange = addressesIn(line).filter(
    (one) => !isLoopback(one) && !isReserved(one) && !isKnownArchive(one),
  )
  const isPackage =
    /(?:install|add|\bi)\s[^\n]{0,80}https?:[^\s]{1,200}\.(?:whl|zip|tgz|tar\.gz)\b|\bbrew\s{1,3}tap\b/.test(
      line,
    )
  return strange.length > 0 && isPackage && !/index-url|find-links|\s-f\s/.test(line)
    ? 'high'
    : 'low'
}

function indexSeverity(found: string, line: string): FindingSeverity | null {
  if (/trusted-host/.test(found)) return 'medium'
  const addresses = addressesIn(line.slice(Math.max(0, line.indexOf(found))))
  if (areAll(addresses, ({ host }) => usualIndexes.has(host))) return null
  const isOpen = addresses.some(
    (one) =>
      !isLoopback(one) &&
      !isReserved(one) &&
      !usualIndexes.has(one.host) &&
      !knownIndexes.has(one.host),
  )
  return isOpen && /\b(?:install|add|i|config)\b/.test(line) ? 'high' : 'medium'
}

/** Names in install commands that nearly are well-known ones. */
function* misspeltPackages(segment: Segment): Generator<Match> {
  const { folded, path } = segment
  const listed = /(?:^|\/)requirements[\w.-]{0,40}\.(?:txt|in)$/i.test(path)
    ? requirement
    : /(?:^|\/)package\.json$/i.test(path)
      ? dependency
      : null
  if (listed) {
    for (const { 1: name = '', index } of folded.matchAll(listed)) {
      if (nearestPackage(name) !== null) yield { at: index, length: name.length }
    }
  }
  if (!mayMatch(installCommand, segment)) return
  const judged = new Map<string, boolean>()
  for (const match of folded.matchAll(installCommand)) {
    const names = (match[1] ?? match[2] ?? match[3] ?? '').split(/\s+/)
    let at = match.index + match[0].length - (match[1] ?? match[2] ?? match[3] ?? '').length
    for (const name of names) {
      const bare = name.replace(/(?<=[a-z0-9])(?:[=<>~!@[,].{0,60})$/, '')
      const isImitation = judged.get(bare) ?? nearestPackage(bare) !== null
      judged.set(bare, isImitation)
      if (isImitation) yield { at, length: name.length }
      at += name.length + 1
    }
  }
}
