/** A package of documentation whose licence allows anything that gives credit. */
export interface CorpusSource {
  readonly from: 'npm' | 'pypi' | 'debian'
  readonly name: string
  /** Of Debian the release that it comes from. */
  readonly version: string
  readonly licence: string
}

const npm = (name: string, version: string, licence: string): CorpusSource => ({
  ...{ from: 'npm', name, version, licence },
})
const debian = (name: string, licence: string): CorpusSource => ({
  ...{ from: 'debian', name, version: 'bookworm', licence },
})

/** What the word vectors are learned from. Listed in the package's README, which a test compares with this list. */
export const corpusSources: readonly CorpusSource[] = [
  debian('wordnet-base', 'WordNet-3.0'),
  debian('apache2-doc', 'Apache-2.0'),
  debian('erlang-doc', 'Apache-2.0'),
  debian('llvm-14-doc', 'Apache-2.0'),
  debian('nodejs-doc', 'MIT'),
  debian('postgresql-doc-15', 'PostgreSQL'),
  debian('python-celery-doc', 'BSD-3-Clause'),
  debian('python-django-doc', 'BSD-3-Clause'),
  debian('python-flask-doc', 'BSD-3-Clause'),
  debian('python-pandas-doc', 'BSD-3-Clause'),
  debian('python-scrapy-doc', 'BSD-3-Clause'),
  debian('python-sklearn-doc', 'BSD-3-Clause'),
  debian('python-sqlalchemy-doc', 'MIT'),
  debian('python3.11-doc', 'PSF-2.0'),
  debian('rust-doc', 'MIT OR Apache-2.0'),
  debian('sqlite3-doc', 'blessing'),
  { from: 'pypi', name: 'botocore', version: '1.44.8', licence: 'Apache-2.0' },
  { from: 'pypi', name: 'google-cloud-aiplatform', version: '2.7.0', licence: 'Apache-2.0' },
  npm('@anthropic-ai/sdk', '1.14.0', 'MIT'),
  npm('@elastic/elasticsearch', '9.5.1', 'Apache-2.0'),
  npm('@kubernetes/client-node', '2.0.1', 'Apache-2.0'),
  npm('@microsoft/microsoft-graph-types', '2.43.1', 'MIT'),
  npm('@mui/material', '9.5.0', 'MIT'),
  npm('@octokit/openapi-types', '29.0.1', 'MIT'),
  npm('@pulumi/aws', '7.48.0', 'Apache-2.0'),
  npm('@pulumi/azure-native', '3.28.0', 'Apache-2.0'),
  npm('@pulumi/gcp', '9.37.0', 'Apache-2.0'),
  npm('@pulumi/kubernetes', '4.34.2', 'Apache-2.0'),
  npm('@slack/web-api', '8.2.0', 'MIT'),
  npm('@types/node', '26.6.6', 'MIT'),
  npm('ai', '7.0.173', 'Apache-2.0'),
  npm('antd', '6.6.8', 'MIT'),
  npm('googleapis', '188.0.0', 'Apache-2.0'),
  npm('jira.js', '6.2.0', 'MIT'),
  npm('next', '16.4.6', 'MIT'),
  npm('openai', '7.59.0', 'Apache-2.0'),
  npm('playwright-core', '1.65.1', 'Apache-2.0'),
  npm('storybook', '10.6.7', 'MIT'),
  npm('stripe', '23.1.0', 'MIT'),
  npm('twilio', '6.3.1', 'MIT'),
]
