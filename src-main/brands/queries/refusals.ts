// What PostgreSQL refuses of a brand that a person cannot see a reason for: the other one is not theirs to see.
import { DeskError } from '../../../src-shared/desk/errors.ts'

const taken = (message: string) => () => new DeskError('conflict', message)

export const brandRefusals = {
  brand_slug_key: taken('A brand of the team that you do not see has this name. Give this one another name.'),
  brand_demo_team_id_key: taken(
    'This key belongs to a brand of the team that you do not see. Ask an admin to let you see it.',
  ),
}
