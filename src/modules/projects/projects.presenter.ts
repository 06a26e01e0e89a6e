import type { BoardId } from '../../kernel/ids';
import type { BoardView } from '../boards';
import type { ProjectRow } from './projects.read-model';
import type { ProjectOutput, ProjectWithBoardsOutput } from './projects.schemas';

export function presentProject(row: ProjectRow): ProjectOutput {
  const { id, name, description, workspaceId, icon, createdBy, archivedAt, createdAt, updatedAt } = row;
  return { id, name, description, workspaceId, icon, createdBy, archivedAt, createdAt, updatedAt };
}

interface BoardOfProject {
  id: BoardId;
  name: string;
  defaultView: BoardView;
}

export function presentProjectWithBoards(
  row: ProjectRow,
  boards: readonly BoardOfProject[],
): ProjectWithBoardsOutput {
  return { ...presentProject(row), boards: boards.map(presentBoardOfProject) };
}

export function presentBoardOfProject({ id, name, defaultView }: BoardOfProject): BoardOfProject {
  return { id, name, defaultView };
}
