/** What a person types, and which of the public skills have to be among the first. */
export interface JudgedQuery {
  readonly query: string
  readonly expected: readonly string[]
  /** How far down one of them may stand. */
  readonly within: number
}

const first = (query: string, ...expected: string[]): JudgedQuery => ({
  query,
  expected,
  within: 1,
})
const among = (query: string, ...expected: string[]): JudgedQuery => ({
  query,
  expected,
  within: 3,
})

export const judgedQueries: readonly JudgedQuery[] = [
  first('ab testing', 'ab-testing'),
  first('Plan an A/B test', 'ab-testing'),
  first('kubernetes pods keep restarting', 'k8s-manifest-generator', 'helm-chart-builder'),
  first('helm', 'helm-chart-builder', 'helm-chart-scaffolding'),
  first('unity', 'unity-ecs-patterns'),
  first('airflow', 'airflow-dag-patterns'),
  first('angular', 'angular-migration'),
  first('backtesting', 'backtesting-frameworks'),
  first('cosmos', 'azure-cosmos-py'),
  first('turborepo', 'turborepo-caching'),
  first('paywal', 'paywalls'),
  first('ilustrator', 'adobe-illustrator-scripting'),
  first('airlfow dag', 'airflow-dag-patterns'),
  among('k8s', 'k8s-manifest-generator'),
  among('adr', 'adr-skill', 'architecture-decision-records'),
  among('turn this workflow of python tasks into an airflow dag', 'airflow-dag-patterns'),
  among('our monorepo builds the same packages again and again, cache them', 'turborepo-caching'),
  among('test my trading strategy on prices of the last years', 'backtesting-frameworks'),
  among(
    'write the yaml for a deployment and a service',
    'k8s-manifest-generator',
    'helm-chart-scaffolding',
    'helm-chart-builder',
  ),
  among('move our angularjs app to the current version', 'angular-migration'),
  among(
    'is the new landing page better than the old one? split the visitors',
    'ab-testing',
    'page-cro',
  ),
]
