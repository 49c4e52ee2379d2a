//! The memory server, which stores a knowledge graph. The server's tools are methods of `Memory`.

use std::sync::{Mutex, MutexGuard};

use mcp_tool_runtime::{ToolError, ToolRegistry, mcp_tool, mcp_tools, tools};
use serde_json::json;

use crate::checks::{Fact, call};

/// An entity of the graph.
#[derive(Clone, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Entity {
    /// Unique name
    name: String,
    /// Kind of entity
    entity_type: String,
    /// Facts about the entity
    observations: Vec<String>,
}

/// A relation between two entities.
#[derive(Clone, PartialEq, serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Relation {
    /// Name of the entity where the relation begins
    from: String,
    /// Name of the entity where the relation ends
    to: String,
    /// A verb in the active voice, such as `knows`
    relation_type: String,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct NewObservations {
    /// Name of the entity
    entity_name: String,
    /// The facts, one sentence each
    contents: Vec<String>,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct AddedObservations {
    entity_name: String,
    added_observations: Vec<String>,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Deletion {
    /// Name of the entity
    entity_name: String,
    /// The observations to delete
    observations: Vec<String>,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct Done {
    success: bool,
    message: String,
}

#[derive(Clone, Default, serde::Serialize, schemars::JsonSchema)]
struct Graph {
    entities: Vec<Entity>,
    relations: Vec<Relation>,
}

impl Graph {
    /// Returns the entities for which `wanted` is true, and every relation that begins or ends at one of
    /// them.
    fn around(&self, wanted: impl Fn(&Entity) -> bool) -> Graph {
        let entities: Vec<_> = self
            .entities
            .iter()
            .filter(|entity| wanted(entity))
            .cloned()
            .collect();
        let has = |name: &str| entities.iter().any(|entity| entity.name == name);
        let relations = self
            .relations
            .iter()
            .filter(|it| has(&it.from) || has(&it.to));
        Graph {
            relations: relations.cloned().collect(),
            entities,
        }
    }
}

#[derive(Default)]
struct Memory(Mutex<Graph>);

impl Memory {
    fn graph(&self) -> MutexGuard<'_, Graph> {
        self.0
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

fn done(message: &str) -> Done {
    Done {
        success: true,
        message: message.to_owned(),
    }
}

#[mcp_tools(
    read_only = false,
    destructive = false,
    idempotent = false,
    open_world = false
)]
impl Memory {
    /// Adds new entities. If the name already exists, the existing entity stays unchanged.
    #[mcp_tool(title = "Create Entities", wrap = "entities")]
    fn create_entities(
        &self,
        /// New items
        entities: Vec<Entity>,
    ) -> Vec<Entity> {
        let mut graph = self.graph();
        let mut created = Vec::new();
        for entity in entities {
            if graph.entities.iter().all(|known| known.name != entity.name) {
                graph.entities.push(entity.clone());
                created.push(entity);
            }
        }
        created
    }

    /// Adds relations between entities.
    #[mcp_tool(title = "Create Relations", wrap = "relations")]
    fn create_relations(
        &self,
        /// New items
        relations: Vec<Relation>,
    ) -> Vec<Relation> {
        let mut graph = self.graph();
        let mut created = Vec::new();
        for relation in relations {
            if !graph.relations.contains(&relation) {
                graph.relations.push(relation.clone());
                created.push(relation);
            }
        }
        created
    }

    /// Adds facts about entities.
    #[mcp_tool(title = "Add Observations", wrap = "results")]
    fn add_observations(
        &self,
        /// New facts for each entity
        observations: Vec<NewObservations>,
    ) -> Result<Vec<AddedObservations>, ToolError> {
        let mut graph = self.graph();
        let mut results = Vec::new();
        for NewObservations {
            entity_name,
            contents,
        } in observations
        {
            let entity = graph
                .entities
                .iter_mut()
                .find(|entity| entity.name == entity_name);
            let entity = entity
                .ok_or_else(|| ToolError::new(format!("nothing is known of {entity_name}")))?;
            let new = contents
                .into_iter()
                .filter(|text| !entity.observations.contains(text));
            let added_observations: Vec<_> = new.collect();
            entity
                .observations
                .extend(added_observations.iter().cloned());
            results.push(AddedObservations {
                entity_name,
                added_observations,
            });
        }
        Ok(results)
    }

    /// Deletes entities and their relations.
    #[mcp_tool(title = "Delete Entities", destructive, idempotent)]
    fn delete_entities(
        &self,
        /// Their names
        #[arg(rename = "entityNames")]
        entity_names: Vec<String>,
    ) -> Done {
        let mut graph = self.graph();
        graph
            .entities
            .retain(|entity| !entity_names.contains(&entity.name));
        graph
            .relations
            .retain(|it| !entity_names.contains(&it.from) && !entity_names.contains(&it.to));
        done("the entities are forgotten")
    }

    /// Deletes facts about entities.
    #[mcp_tool(title = "Delete Observations", destructive, idempotent)]
    fn delete_observations(
        &self,
        /// Facts to delete for each entity
        deletions: Vec<Deletion>,
    ) -> Done {
        let mut graph = self.graph();
        for Deletion {
            entity_name,
            observations,
        } in deletions
        {
            for entity in graph
                .entities
                .iter_mut()
                .filter(|entity| entity.name == entity_name)
            {
                entity
                    .observations
                    .retain(|text| !observations.contains(text));
            }
        }
        done("the observations are forgotten")
    }

    /// Forgets relations.
    #[mcp_tool(title = "Delete Relations", destructive, idempotent)]
    fn delete_relations(
        &self,
        /// Which ones
        relations: Vec<Relation>,
    ) -> Done {
        self.graph()
            .relations
            .retain(|relation| !relations.contains(relation));
        done("the relations are forgotten")
    }

    /// Returns the whole graph.
    #[mcp_tool(title = "Read Graph", read_only, idempotent)]
    fn read_graph(&self) -> Graph {
        self.graph().clone()
    }

    /// Finds entities whose name, kind or observations contain a text. Also returns the relations of these
    /// entities.
    #[mcp_tool(title = "Search Nodes", read_only, idempotent)]
    fn search_nodes(
        &self,
        /// Text to search for
        query: &str,
    ) -> Graph {
        self.graph().around(|entity| {
            let texts = [&entity.name, &entity.entity_type]
                .into_iter()
                .chain(&entity.observations);
            texts
                .into_iter()
                .any(|text| text.to_lowercase().contains(&query.to_lowercase()))
        })
    }

    /// Returns the entities with these names, and their relations.
    #[mcp_tool(title = "Open Nodes", read_only, idempotent)]
    fn open_nodes(
        &self,
        /// Their names
        names: &[String],
    ) -> Graph {
        self.graph().around(|entity| names.contains(&entity.name))
    }
}

fn registry() -> ToolRegistry<Memory> {
    ToolRegistry::builder(Memory::default())
        .tools(tools![Memory])
        .build()
        .unwrap()
}

#[rustfmt::skip]
const FACTS: &[Fact] = &[
    ("create_entities", "!read_only !destructive !idempotent !open_world",
        "entities: [{ entityType: string, name: string, observations: [string] }]"),
    ("create_relations", "!read_only !destructive !idempotent !open_world",
        "relations: [{ from: string, relationType: string, to: string }]"),
    ("add_observations", "!read_only !destructive !idempotent !open_world",
        "observations: [{ contents: [string], entityName: string }]"),
    ("delete_entities", "!read_only destructive idempotent !open_world", "entityNames: [string]"),
    ("delete_observations", "!read_only destructive idempotent !open_world",
        "deletions: [{ entityName: string, observations: [string] }]"),
    ("delete_relations", "!read_only destructive idempotent !open_world",
        "relations: [{ from: string, relationType: string, to: string }]"),
    ("read_graph", "read_only !destructive idempotent !open_world", ""),
    ("search_nodes", "read_only !destructive idempotent !open_world", "query: string"),
    ("open_nodes", "read_only !destructive idempotent !open_world", "names: [string]"),
];

check_set!(registry(), "memory", FACTS);

#[test]
fn observations_are_remembered() {
    let registry = registry();
    let ada = json!({ "name": "Ada", "entityType": "person", "observations": ["writes"] });
    let created = call(
        &registry,
        "create_entities",
        json!({ "entities": [ada, ada] }),
    );
    assert_eq!(
        created.1,
        r#"{"entities":[{"name":"Ada","entityType":"person","observations":["writes"]}]}"#,
    );
    let relation = json!({ "from": "Ada", "to": "Charles", "relationType": "knows" });
    call(
        &registry,
        "create_relations",
        json!({ "relations": [relation] }),
    );
    let found = call(&registry, "search_nodes", json!({ "query": "WRIT" }));
    assert!(found.1.contains(r#""relationType":"knows""#), "{}", found.1);
    call(
        &registry,
        "delete_entities",
        json!({ "entityNames": ["Charles"] }),
    );
    assert!(registry.state().graph().relations.is_empty());
}

#[test]
fn wrong_arguments_are_reported() {
    let registry = registry();
    let call = |name, arguments| call(&registry, name, arguments);
    let unknown = json!({ "observations": [{ "entityName": "Eve", "contents": [] }] });
    assert_eq!(
        call("add_observations", unknown),
        (true, "nothing is known of Eve".to_owned())
    );
    let snake = json!({ "entities": [{ "name": "Ada", "entity_type": "person", "observations": "writes" }] });
    assert_eq!(
        call("create_entities", snake).1,
        r#"2 wrong arguments for `create_entities`:
- `entities[0]`: lacks the member `entityType`, and has `entity_type`; expected a string
- `entities[0].observations`: expected an array whose items are each a string, got "writes"
a minimal valid call has the arguments {"entities":[{"entityType":"<entityType>","name":"<name>","observations":["<observations>"]}]}"#
    );
    assert_eq!(
        call("open_nodes", json!({ "name": ["Ada"] })).1,
        r#"wrong argument for `open_nodes`:
- `name`: no such argument; did you mean `names`, which is missing?
a minimal valid call has the arguments {"names":["<names>"]}"#
    );
}
