/** The schema of the settings as a tree, and each setting in it by its names. */

export interface SchemaNode {
  type?: string
  properties?: Record<string, SchemaNode>
  patternProperties?: object
  items?: SchemaNode
}

/** One setting as documentation and messages name it. */
export interface SettingDescription {
  /** `Embedding:HostedA:Endpoint` */
  path: string
  /** `SVC_Embedding__HostedA__Endpoint` */
  variable: string
  node: SchemaNode & Record<string, unknown>
}

export function describeSettings (node: SchemaNode, path: string[] = []): SettingDescription[] {
  if (node.properties === undefined) {
    return [{ path: path.join(':'), variable: `SVC_${path.join('__')}`, node: node as SettingDescription['node'] }]
  }
  return Object.entries(node.properties).flatMap(([name, child]) => describeSettings(child, [...path, name]))
}
