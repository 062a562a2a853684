/** What the role of a turn says of who wrote it, in the words of the frameworks; other roles are people's. */

const machines = /^(?:system|developer|tool|function)$/i
const users = /^(?:user|human|customer|end_user)$/i
const assistants = /^(?:(?:ai )?assistant|ai|(?:chat)?bot|chatgpt|model|agent)$/i

/** System texts and the output of tools are said by no person. */
export const isMachineRole = (role: string): boolean => machines.test(role)

/** The person whose memories these are; a turn of a role that nobody knows may be a page or another person. */
export const isUserRole = (role: string): boolean => users.test(role)

export const isAssistantRole = (role: string): boolean => assistants.test(role)
