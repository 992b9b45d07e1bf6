#include "catalog/catalog.h"

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "catalog/catalog_writer.h"
#include "table/table_source.h"
#include "table/table_writer.h"
#include "txn/version_store.h"

namespace stoa {
namespace {

TableSchema make_definition(const std::string& name, const std::string& schema = "public") {
  TableSchema definition;
  definition.schema_name = schema;
  definition.name = name;
  ColumnDefinition id;
  id.name = "id";
  id.type = TypeId::kInteger;
  definition.add_column(id);
  ColumnDefinition label;
  label.name = "label";
  label.type = TypeId::kText;
  definition.add_column(label);
  return definition;
}

Batch make_row(std::optional<int32_t> id, const std::string& label) {
  Batch batch;
  batch.row_count = 1;
  batch.columns.push_back(
      ColumnVector::make_constant(id ? Value::integer(*id) : Value::null(TypeId::kInteger), 1));
  batch.columns.push_back(ColumnVector::make_constant(Value::text(label), 1));
  return batch;
}

class CatalogTest : public ::testing::Test {
 protected:
  /// One committed transaction.
  void change(const std::function<void(CatalogWriter&, Fork&)>& work) {
    Fork fork = store.fork();
    CatalogWriter writer(fork, path);
    work(writer, fork);
    store.commit(std::move(fork));
  }
  std::string error_of(const std::function<void()>& work) {
    try {
      work();
    } catch (const Error& error) {
      last_error = error;
      return std::string(error.state().view());
    }
    return "no error";
  }
  std::string change_error(const std::function<void(CatalogWriter&, Fork&)>& work) {
    return error_of([&] { change(work); });
  }
  ObjectId create(const std::string& name) {
    ObjectId id{};
    change([&](CatalogWriter& writer, Fork&) { id = writer.create_table(make_definition(name)); });
    return id;
  }
  ObjectId create_view(const std::string& name, const std::string& sql,
                       std::vector<Dependency> dependencies) {
    ObjectId id{};
    change([&](CatalogWriter& writer, Fork&) {
      id = writer.create_view(make_view(name, sql, std::move(dependencies)));
    });
    return id;
  }
  static ViewEntry make_view(const std::string& name, const std::string& sql,
                             std::vector<Dependency> dependencies) {
    ViewEntry view;
    view.schema_name = "public";
    view.name = name;
    view.query_sql = sql;
    view.dependencies = std::move(dependencies);
    return view;
  }

  VersionStore store;
  SearchPath path;
  Error last_error{sqlstate::kNoData, ""};
};

TEST_F(CatalogTest, FindsWhatWasCreated) {
  const ObjectId id = create("orders");
  const Snapshot snapshot = store.snapshot();
  const Catalog catalog(snapshot.root());
  ASSERT_NE(catalog.find_table("", "orders"), nullptr);
  EXPECT_EQ(catalog.find_table("public", "orders"), catalog.find_table("main", "orders"));
  EXPECT_EQ(catalog.find(id)->name, "orders");
  EXPECT_EQ(catalog.find_table("", "Orders"), nullptr);
  EXPECT_EQ(catalog.find_table("nowhere", "orders"), nullptr);
  EXPECT_EQ(catalog.table_data(*catalog.find_table("", "orders"))->row_count(), 0U);
  EXPECT_EQ(catalog.table_data(*catalog.find_table("", "orders"))->shared_schema(),
            catalog.find_table("", "orders")->definition);
  EXPECT_EQ(catalog.visible_entries().size(), 1U);
}

TEST_F(CatalogTest, ErrorsNameWhatIsNear) {
  create("orders");
  create_view("big_orders", "SELECT 1", {});
  const Snapshot snapshot = store.snapshot();
  const Catalog catalog(snapshot.root());
  EXPECT_EQ(error_of([&] { catalog.get("", "ordres"); }), "42P01");
  EXPECT_EQ(last_error.message(), "relation \"ordres\" does not exist");
  EXPECT_NE(last_error.hint().find("orders"), std::string::npos);
  EXPECT_EQ(error_of([&] { catalog.get("public", "order"); }), "42P01");
  EXPECT_NE(last_error.hint().find("orders"), std::string::npos);
  EXPECT_EQ(error_of([&] { catalog.get_table("", "big_orders"); }), "42809");
  EXPECT_EQ(error_of([&] { catalog.get_view("", "orders"); }), "42809");
  EXPECT_EQ(error_of([&] { catalog.get_schema("publik"); }), "3F000");
  EXPECT_EQ(error_of([&] { raise_unknown_column(*catalog.get_table("", "orders").definition, "lable"); }),
            "42703");
  EXPECT_NE(last_error.hint().find("label"), std::string::npos);
}

TEST_F(CatalogTest, NamesAreTakenOnce) {
  create("orders");
  EXPECT_EQ(change_error([](CatalogWriter& w, Fork&) { w.create_table(make_definition("orders")); }),
            "42P07");
  EXPECT_EQ(change_error([](CatalogWriter& w, Fork&) { w.create_view(make_view("orders", "SELECT 1", {})); }),
            "42P07");
  EXPECT_EQ(change_error([](CatalogWriter& w, Fork&) { w.create_table(make_definition("t", "nowhere")); }),
            "3F000");
  EXPECT_EQ(change_error([](CatalogWriter& w, Fork&) {
              TableSchema twice = make_definition("twice");
              twice.columns.push_back(twice.columns[0]);
              w.create_table(twice);
            }),
            "42701");
  EXPECT_EQ(change_error([](CatalogWriter& w, Fork&) { w.create_schema("public"); }), "42P06");
  EXPECT_EQ(change_error([](CatalogWriter& w, Fork&) { w.create_schema("main"); }), "42P06");
}

TEST_F(CatalogTest, DdlIsTransactional) {
  const Snapshot before = store.snapshot();
  Fork fork = store.fork();
  CatalogWriter writer(fork);
  const uint64_t revision = writer.catalog().revision();
  const Savepoint savepoint = fork.savepoint();
  const ObjectId id = writer.create_table(make_definition("orders"));
  TableWriter(fork, id).append(make_row(1, "a"));
  EXPECT_NE(writer.catalog().find_table("", "orders"), nullptr);
  EXPECT_NE(writer.catalog().revision(), revision);
  EXPECT_EQ(Catalog(before.root()).find_table("", "orders"), nullptr);
  fork.rollback_to(savepoint);
  EXPECT_EQ(writer.catalog().find_table("", "orders"), nullptr);
  EXPECT_EQ(writer.catalog().revision(), revision);
  writer.create_table(make_definition("orders"));
  store.commit(std::move(fork));
  EXPECT_NE(Catalog(store.snapshot().root()).revision(), revision);
}

TEST_F(CatalogTest, DropsTablesWithTheirRows) {
  const ObjectId id = create("orders");
  change([&](CatalogWriter& writer, Fork& fork) {
    TableWriter(fork, id).append(make_row(1, "a"));
    writer.drop_table(id, DropBehavior::kRestrict);
  });
  const Snapshot snapshot = store.snapshot();
  EXPECT_EQ(snapshot.root().find(id), nullptr);
  EXPECT_EQ(Catalog(snapshot.root()).find("", "orders"), nullptr);
  EXPECT_NE(create("orders"), id);
}

TEST_F(CatalogTest, DependentViewsHoldOrGo) {
  const ObjectId table = create("orders");
  const ObjectId first = create_view("v1", "SELECT label FROM orders", {{table, std::nullopt}});
  create_view("v2", "SELECT * FROM v1", {{first, std::nullopt}});
  EXPECT_EQ(change_error([&](CatalogWriter& w, Fork&) { w.drop_table(table, DropBehavior::kRestrict); }),
            "2BP01");
  EXPECT_EQ(last_error.message(), "cannot drop table orders because other objects depend on it");
  EXPECT_EQ(last_error.detail(), "view v1 depends on table orders");
  EXPECT_EQ(change_error([&](CatalogWriter& w, Fork&) { w.drop_view(first, DropBehavior::kRestrict); }),
            "2BP01");
  EXPECT_EQ(
      change_error([&](CatalogWriter& w, Fork&) { w.drop_column(table, "label", DropBehavior::kRestrict); }),
      "2BP01");
  EXPECT_EQ(change_error([&](CatalogWriter& w, Fork&) { w.rename(table, "orders2"); }), "0A000");
  EXPECT_EQ(change_error([&](CatalogWriter& w, Fork&) { w.rename_column(table, "label", "x"); }), "0A000");
  change([&](CatalogWriter& w, Fork&) { w.rename_column(table, "id", "number"); });
  EXPECT_EQ(change_error([&](CatalogWriter& w, Fork&) {
              w.create_view(
                  make_view("v1", "SELECT * FROM v2", {{w.catalog().find("", "v2")->id, std::nullopt}}),
                  true);
            }),
            "42P19");
  change([&](CatalogWriter& w, Fork&) { w.drop_table(table, DropBehavior::kCascade); });
  EXPECT_TRUE(Catalog(store.snapshot().root()).visible_entries().empty());
}

TEST_F(CatalogTest, AltersColumns) {
  const ObjectId id = create("orders");
  change([&](CatalogWriter&, Fork& fork) {
    TableWriter(fork, id).append(make_row(1, "a"));
    TableWriter(fork, id).append(make_row(std::nullopt, "b"));
  });
  ColumnDefinition added;
  added.name = "price";
  added.type = LogicalType::decimal(9, 2);
  added.is_nullable = false;
  EXPECT_EQ(change_error([&](CatalogWriter& w, Fork&) { w.add_column(id, added); }), "23502");
  added.initial_value = Value::decimal(150, 9, 2);
  change([&](CatalogWriter& w, Fork&) { w.add_column(id, added); });
  EXPECT_EQ(change_error([&](CatalogWriter& w, Fork&) { w.add_column(id, added); }), "42701");
  EXPECT_EQ(change_error([&](CatalogWriter& w, Fork&) { w.set_column_not_null(id, "id", true); }), "23502");
  EXPECT_EQ(change_error([&](CatalogWriter& w, Fork&) { w.rename_column(id, "id", "label"); }), "42701");
  EXPECT_EQ(change_error([&](CatalogWriter& w, Fork&) { w.rename_column(id, "nope", "x"); }), "42703");
  change([&](CatalogWriter& w, Fork&) {
    w.set_column_not_null(id, "label", true);
    w.set_column_default(id, "label", "'none'");
    w.rename_column(id, "label", "name");
    w.comment_on_column(id, "name", "what it is called");
    w.comment_on(id, "all orders");
    w.drop_column(id, "id", DropBehavior::kRestrict);
  });
  const Snapshot snapshot = store.snapshot();
  const TableEntry& entry = Catalog(snapshot.root()).get_table("", "orders");
  EXPECT_EQ(entry.definition->column_names(), (std::vector<std::string>{"name", "price"}));
  EXPECT_EQ(entry.comment, "all orders");
  EXPECT_EQ(entry.definition->columns[0].default_sql, "'none'");
  EXPECT_EQ(entry.definition->columns[0].comment, "what it is called");
  EXPECT_FALSE(entry.definition->columns[0].is_nullable);
  const auto data = Catalog(snapshot.root()).table_data(entry);
  EXPECT_EQ(data->fetch(std::vector<uint64_t>{1}, std::vector<size_t>{1}).columns[0].value(0),
            added.initial_value);
  EXPECT_EQ(change_error([&](CatalogWriter&, Fork& fork) {
              Batch row = make_row(1, "x");
              row.columns[0] = ColumnVector::make_null(TypeId::kText, 1);
              row.columns[1] = ColumnVector::make_constant(added.initial_value, 1);
              TableWriter(fork, id).append(row);
            }),
            "23502");
}

TEST_F(CatalogTest, RenamesAndMoves) {
  const ObjectId id = create("orders");
  change([&](CatalogWriter& w, Fork&) {
    w.create_schema("archive");
    w.rename(id, "old_orders");
    w.set_schema(id, "archive");
  });
  const Snapshot snapshot = store.snapshot();
  const Catalog catalog(snapshot.root());
  EXPECT_EQ(catalog.find("", "old_orders"), nullptr);
  const TableEntry& entry = catalog.get_table("archive", "old_orders");
  EXPECT_EQ(entry.id, id);
  EXPECT_EQ(catalog.table_data(entry)->schema().name, "old_orders");
  EXPECT_EQ(catalog.table_data(entry)->schema().schema_name, "archive");
}

TEST_F(CatalogTest, SchemasAreDroppedEmptyOrWithAll) {
  change([](CatalogWriter& w, Fork&) {
    w.create_schema("app");
    const ObjectId table = w.create_table(make_definition("t", "app"));
    w.create_view(make_view("outside", "SELECT * FROM app.t", {{table, std::nullopt}}));
  });
  EXPECT_EQ(change_error([](CatalogWriter& w, Fork&) { w.drop_schema("app", DropBehavior::kRestrict); }),
            "2BP01");
  EXPECT_EQ(change_error([](CatalogWriter& w, Fork&) { w.drop_schema("public", DropBehavior::kCascade); }),
            "2BP01");
  EXPECT_EQ(change_error([](CatalogWriter& w, Fork&) { w.drop_schema("nope", DropBehavior::kCascade); }),
            "3F000");
  change([](CatalogWriter& w, Fork&) { w.drop_schema("app", DropBehavior::kCascade); });
  const Snapshot snapshot = store.snapshot();
  EXPECT_EQ(Catalog(snapshot.root()).schemas().size(), 1U);
  EXPECT_TRUE(Catalog(snapshot.root()).visible_entries().empty());
}

TEST_F(CatalogTest, TemporaryTablesHideOthers) {
  create("orders");
  path.temporary_schema = "pg_temp_1";
  change([&](CatalogWriter& w, Fork&) {
    w.create_schema("pg_temp_1");
    TableSchema definition = make_definition("orders", w.catalog().creation_schema("", true));
    w.create_table(definition, true);
  });
  const Snapshot snapshot = store.snapshot();
  const Catalog own(snapshot.root(), path);
  EXPECT_TRUE(own.find_table("", "orders")->is_temporary);
  EXPECT_EQ(own.find_table("temp", "orders"), own.find_table("", "orders"));
  EXPECT_FALSE(own.find_table("public", "orders")->is_temporary);
  EXPECT_FALSE(Catalog(snapshot.root()).find_table("", "orders")->is_temporary);
  EXPECT_EQ(own.visible_entries().size(), 1U);
}

TEST_F(CatalogTest, ConcurrentDdl) {
  const ObjectId shared = create("shared");
  Fork first = store.fork();
  Fork second = store.fork();
  CatalogWriter(first).create_table(make_definition("a"));
  CatalogWriter(second).create_table(make_definition("b"));
  store.commit(std::move(first));
  store.commit(std::move(second));
  EXPECT_EQ(Catalog(store.snapshot().root()).visible_entries().size(), 3U);

  Fork third = store.fork();
  Fork fourth = store.fork();
  CatalogWriter(third).create_table(make_definition("c"));
  CatalogWriter(fourth).create_table(make_definition("c"));
  store.commit(std::move(third));
  EXPECT_EQ(error_of([&] { store.commit(std::move(fourth)); }), "40001");

  Fork inserting = store.fork();
  Fork dropping = store.fork();
  TableWriter(inserting, shared).append(make_row(1, "x"));
  CatalogWriter(dropping).drop_table(shared, DropBehavior::kRestrict);
  store.commit(std::move(dropping));
  EXPECT_EQ(error_of([&] { store.commit(std::move(inserting)); }), "40001");
  EXPECT_NE(last_error.detail().find("table \"shared\""), std::string::npos);
}

TEST_F(CatalogTest, CreatingAViewCollidesWithDroppingItsTable) {
  const ObjectId table = create("t");
  Fork viewing = store.fork();
  Fork dropping = store.fork();
  CatalogWriter(viewing).create_view(make_view("v", "SELECT * FROM t", {{table, std::nullopt}}));
  CatalogWriter(dropping).drop_table(table, DropBehavior::kRestrict);
  store.commit(std::move(dropping));
  EXPECT_EQ(error_of([&] { store.commit(std::move(viewing)); }), "40001");
}

}  // namespace
}  // namespace stoa
