/** Packages that are imitated because everybody installs them. */
const wellKnown = [
  ...[
    'requests',
    'numpy',
    'pandas',
    'urllib3',
    'boto3',
    'setuptools',
    'pillow',
    'pyyaml',
    'django',
  ],
  ...['flask', 'fastapi', 'cryptography', 'selenium', 'beautifulsoup4', 'matplotlib', 'tensorflow'],
  ...[
    'scikit-learn',
    'pytorch',
    'openai',
    'anthropic',
    'playwright',
    'python-dateutil',
    'colorama',
  ],
  ...['pypdf', 'openpyxl', 'python-docx', 'python-pptx', 'reportlab', 'pdfplumber', 'transformers'],
  ...[
    'express',
    'lodash',
    'chalk',
    'commander',
    'axios',
    'typescript',
    'webpack',
    'eslint',
    'prettier',
  ],
  ...['mongoose', 'puppeteer', 'nodemailer', 'cross-env', 'electron', 'discord.js', 'jsonwebtoken'],
] as const
const known: ReadonlySet<string> = new Set(wellKnown)
/** Real packages that are near a well-known one. */
const ownNames: ReadonlySet<string> = new Set([
  ...[
    'request',
    'pypdf2',
    'pypdf4',
    'pypdf3',
    'panda',
    'numpy2',
    'chalk2',
    'boto',
    'axio',
    'torch',
  ],
  ...['beautifulsoup', 'commander2', 'flask2', 'requests2', 'pandas2', 'expresso', 'electrons'],
  ...['fastapi2', 'eslint-d', 'prettierd', 'prettyer', 'openapi', 'pandoc', 'pillow2', 'chokidar'],
])

/** The well-known package that a name imitates; null for one of its own. */
export function nearestPackage(name: string): string | null {
  if (name.length < 5 || known.has(name) || ownNames.has(name)) return null
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(name)) return null
  return wellKnown.find((one) => isOneEditAway(name, one) || isSwapped(name, one)) ?? null
}

function isOneEditAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  while (
    end < Math.min(one.length, other.length) - start &&
    one[one.length - 1 - end] === other[other.length - 1 - end]
  ) {
    end += 1
  }
  return Math.max(one.length, other.length) - start - end <= 1
}

/** Two neighbouring letters changed places. */
function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false
  const at = [...one].findIndex((letter, index) => letter !== other[index])
  return (
    at >= 0 &&
    one[at] === other[at + 1] &&
    one[at + 1] === other[at] &&
    one.slice(at + 2) === other.slice(at + 2)
  )
}
